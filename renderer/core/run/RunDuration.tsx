import type { RunRow } from '../../../shared/contract/emulator/rows.ts';
import { useEachSecond } from '../../ui/RelativeTime.tsx';
import { duration, instantOf, instantOrNull } from '../../ui/time.ts';

type RunTimes = Pick<RunRow, 'createdAt' | 'activeAt' | 'endedAt'>;

/** The time from a run's start to its end or, in whole seconds, to now. */
export function RunDuration({ run: { activeAt, createdAt, endedAt } }: { run: RunTimes }) {
  const from = instantOf(activeAt ?? createdAt);
  const to = instantOrNull(endedAt);
  const text = useEachSecond((now) => {
    if (to !== null) return duration(to - from);
    return activeAt === null ? 'queued' : duration(Math.floor((now - from) / 1000) * 1000).replace('.0 s', ' s');
  });
  return text === '0 ms' && to === null ? '0 s' : text;
}
