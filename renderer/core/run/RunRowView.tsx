import { CornerDownRightIcon } from 'lucide-react';
import { memo } from 'react';
import type { RunRow } from '../../../shared/contract/emulator/rows.ts';
import { runTitle } from '../../../shared/model/titles.ts';
import { RelativeTime, useEachSecond, duration, instantOf, instantOrNull } from '../../ui/text/time.tsx';
import { Row, RowValues } from '../../ui/lists/Row.tsx';
import { StatusIcon } from '../../ui/text/StatusBadge.tsx';
import { STATUS_DISPLAY } from '../../ui/text/status.ts';
import { ReasonLine } from './reason.tsx';
import { runStatus } from './run-display.ts';

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
    return active === null ? 'queued' : duration(Math.floor((now - from) / 1000) * 1000);
  });
  const queued = active === null ? 'In the queue' : `After ${duration(active - created)} in the queue`;
  return <span title={queued}>{text === '0 ms' && to === null ? '0 s' : text}</span>;
}

/** A run as a row of a list. Rendered only when the run changes. */
export const RunRowView = memo(function RunRowView({ run }: { run: RunRow }) {
  const isBad = run.status === 'Failed';
  return (
    <Row
      icon={<StatusIcon status={runStatus(run)} />}
      title={runTitle(run)}
      aside={stateWord(run) ?? <RunDuration run={run} />}
      note={
        <>
          {run.parentID !== '' && (
            <span style={{ display: 'inline-block', marginRight: 4, verticalAlign: -2 }}>
              <CornerDownRightIcon size={12} role="img" aria-label="Child run" />
            </span>
          )}
          <Summary run={run} />
        </>
      }
      age={<RelativeTime at={run.createdAt} />}
      isBad={isBad}
    />
  );
});

/** The state of a run that waits or was cancelled, in a word; undefined for others. */
function stateWord(run: RunRow): string | undefined {
  const status = runStatus(run);
  if (status === 'TimedOut' || status === 'Cancelled') return STATUS_DISPLAY[status].text.toLowerCase();
  const waits = status === 'WaitingForPrompt' || run.reason?.kind === 'until';
  return waits ? 'waiting' : undefined;
}

/** The reason that it waits or did not succeed, and the first parameter values, which distinguish the runs of a task. */
function Summary({ run: { values, reason } }: { run: RunRow }) {
  const why = reason !== null && reason.kind !== 'held' && <ReasonLine reason={reason} />;
  if (values.length === 0) return why === false ? 'No parameters' : why;
  return (
    <>
      {why}
      {why !== false && ' · '}
      <RowValues values={values} />
    </>
  );
}
