import type { RunRow } from '../../../shared/contract/emulator/rows.ts';
import { useEachSecond } from '../../ui/text/RelativeTime.tsx';
import { duration, instantOf, instantOrNull } from '../../ui/text/time.ts';

type RunTimes = Pick<RunRow, 'createdAt' | 'activeAt' | 'endedAt' | 'held'>;

/** The time from a run's start to its end or, in whole seconds, to now; `held` for a held one. The tooltip has its time in the queue. */
export function RunDuration({ run: { activeAt, createdAt, endedAt, held } }: { run: RunTimes }) {
  const created = instantOf(createdAt);
  const active = instantOrNull(activeAt);
  const to = instantOrNull(endedAt);
  const from = active ?? created;
  const text = useEachSecond((now) => {
    if (held) return 'held';
    if (to !== null) return duration(to - from);
    return active === null ? 'queued' : duration(Math.floor((now - from) / 1000) * 1000).replace('.0 s', ' s');
  });
  const queued = active === null ? 'In the queue' : `After ${duration(active - created)} in the queue`;
  return <span title={queued}>{text === '0 ms' && to === null ? '0 s' : text}</span>;
}
