import { CornerDownRightIcon } from 'lucide-react';
import { memo } from 'react';
import type { RunRow } from '../../../shared/contract/emulator/rows.ts';
import { runTitle } from '../../../shared/model/run-title.ts';
import { RelativeTime } from '../../ui/text/RelativeTime.tsx';
import { Row, RowValues } from '../../ui/lists/Row.tsx';
import { StatusIcon } from '../../ui/text/StatusBadge.tsx';
import classes from './RunRowView.module.css';
import { ReasonLine } from './reason.tsx';
import { RunDuration } from './RunDuration.tsx';
import { runStatus } from './run-display.ts';
import { STATUS_DISPLAY } from '../../ui/text/status.ts';

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
            <span className={classes['child']}>
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
