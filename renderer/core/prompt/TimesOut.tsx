import type { Reason } from '../../../shared/contract/emulator/reason.ts';
import { useEachSecond, exactTime, millisecondsOf } from '../../ui/text/time.tsx';

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

/** Units of a time that is left, in seconds, the longest first. */
const UNITS = [
  { size: 86_400, name: 'd' },
  { size: 3600, name: 'h' },
  { size: 60, name: 'min' },
  { size: 1, name: 's' },
] as const;

/** `times out in 1 h 9 min`: the two longest units, below an hour one. */
export function timesOutText(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  const first = UNITS.findIndex(({ size }) => seconds >= size);
  if (first === -1) return 'times out now';
  const shown = UNITS.slice(first, seconds >= 3600 ? first + 2 : first + 1);
  let rest = seconds;
  const parts = shown.map(({ size, name }) => {
    const count = Math.floor(rest / size);
    rest %= size;
    return count === 0 ? '' : `${count} ${name}`;
  });
  return `times out in ${parts.filter((part) => part !== '').join(' ')}`;
}
