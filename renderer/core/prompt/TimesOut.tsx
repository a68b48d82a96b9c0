import type { Reason } from '../../../shared/contract/emulator/reason.ts';
import { duration, useEachSecond, exactTime, millisecondsOf } from '../../ui/text/time.tsx';

/** The time after which nobody can answer a prompt any more, on the clock: `times out in 56 min`. Renders nothing for what does not wait for an answer. */
export function TimesOut({ reason, rest = '' }: { reason: Reason | null; rest?: string }) {
  const until = reason?.kind === 'prompt' ? reason.until : null;
  const text = useEachSecond((now) => (until === null ? '' : timesOutText(millisecondsOf(until) - now)));
  if (until === null) return reason?.kind === 'prompt' ? 'no time limit' : null;
  return (
    <span className="amber" title={exactTime(until)}>
      {text}
      {rest}
    </span>
  );
}

/** `times out in 1 h 9 min`: the two longest units, below an hour one. */
export function timesOutText(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  const step = seconds < 60 ? 1 : seconds < 86_400 ? 60 : 3600;
  return seconds === 0 ? 'times out now' : `times out in ${duration(Math.floor(seconds / step) * step * 1000)}`;
}
