import { CornerDownRightIcon } from 'lucide-react';
import { memo } from 'react';
import type { RunRow } from '../../../shared/contract/emulator/rows.ts';
import { runTitle } from '../../../shared/model/run-title.ts';
import { RelativeTime } from '../../ui/text/RelativeTime.tsx';
import { Row, RowValues } from '../../ui/lists/Row.tsx';
import { StatusIcon } from '../../ui/text/StatusBadge.tsx';
import { stripBidiControls } from '../../ui/text/strip-bidi-controls.ts';
import classes from './RunRowView.module.css';
import { shortFailure } from './failure.ts';
import { RunDuration } from './RunDuration.tsx';
import { runStatus } from './run-display.ts';

/** A run as a row of a list. Rendered only when the run changes. */
export const RunRowView = memo(function RunRowView({ run }: { run: RunRow }) {
  const isBad = run.status === 'Failed' && run.failure !== '';
  return (
    <Row
      icon={<StatusIcon status={runStatus(run)} />}
      title={runTitle(run)}
      aside={<RunDuration run={run} />}
      note={
        <>
          {run.parentID !== '' && (
            <span className={classes['child']}>
              <CornerDownRightIcon size={12} role="img" aria-label="Child run" />
            </span>
          )}
          {isBad ? stripBidiControls(shortFailure(run.failure)) : <Summary run={run} />}
        </>
      }
      age={<RelativeTime at={run.createdAt} />}
      isBad={isBad}
    />
  );
});

/** The first parameter values, which distinguish the runs of a task. */
function Summary({ run: { values, status } }: { run: RunRow }) {
  const cancelled = status === 'Cancelled' ? 'Cancelled' : '';
  if (values.length === 0) return cancelled || 'No parameters';
  return (
    <>
      {cancelled !== '' && `${cancelled} · `}
      <RowValues values={values} />
    </>
  );
}
