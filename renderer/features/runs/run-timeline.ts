import type { RunDetail, RunRow } from '../../../shared/contract/emulator/rows.ts';
import type { RunStatus } from '../../../shared/model/status.ts';
import { millisecondsOf } from '../../ui/time.ts';
import type { TimelineRow, TimelineSegment } from '../../ui/Timeline.tsx';

/** Phase of the active segments of a finished run. */
const ENDINGS: Partial<Record<RunStatus, TimelineSegment['phase']>> = {
  Succeeded: 'ok',
  Failed: 'bad',
  Cancelled: 'off',
};

/** Timeline rows of a run and its children, the run first. */
export function timelineRows({ row, children, timeline }: RunDetail): TimelineRow[] {
  return [row, ...children].map((run) => ({
    key: run.id,
    name: run === row ? 'This run' : `↳ ${run.name === '' ? run.taskSlug : run.name}`,
    ...(run === row ? {} : { href: `/runs/${run.id}` }),
    segments: segmentsOf(run, timeline),
  }));
}

function segmentsOf(run: RunRow, timeline: RunDetail['timeline']): TimelineSegment[] {
  return timeline
    .filter(({ runID }) => runID === run.id)
    .map(({ phase, from, to }) => ({
      phase: phase === 'active' ? (ENDINGS[run.status] ?? 'active') : phase,
      from: millisecondsOf(from),
      to: to === null ? null : millisecondsOf(to),
    }));
}
