import { memo } from 'react';
import type { RunRow } from '../../../shared/contract/emulator/rows.ts';
import { Icon } from '../../ui/icons/Icon.tsx';
import { RelativeTime, useEachSecond } from '../../ui/RelativeTime.tsx';
import { Row, RowValues } from '../../ui/Row.tsx';
import { StatusIcon } from '../../ui/StatusBadge.tsx';
import { withoutDirections } from '../../ui/without-directions.ts';
import { duration, millisecondsOf } from '../../ui/time.ts';
import classes from './RunRowView.module.css';
import { shortFailure } from './failure.ts';
import { runStatus } from './run-display.ts';

/** A run as a row of a list. Rendered only when the run changes. */
export const RunRowView = memo(function RunRowView({ run }: { run: RunRow }) {
  const isBad = run.status === 'Failed' && run.failure !== '';
  return (
    <Row
      icon={<StatusIcon status={runStatus(run)} />}
      title={run.name === '' ? run.taskSlug : run.name}
      aside={<RunDuration run={run} />}
      note={
        <>
          {run.parentID !== '' && (
            <span className={classes['child']}>
              <Icon name="corner-down-right" size={12} label="Child run" />
            </span>
          )}
          {isBad ? withoutDirections(shortFailure(run.failure)) : <Summary run={run} />}
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

/** The time from a run's start to its end or, in whole seconds, to now. */
function RunDuration({ run: { activeAt, createdAt, endedAt } }: { run: RunRow }) {
  const from = millisecondsOf(activeAt ?? createdAt);
  const to = endedAt === null ? undefined : millisecondsOf(endedAt);
  const text = useEachSecond((now) => {
    if (to !== undefined) return duration(to - from);
    return activeAt === null ? 'queued' : duration(Math.floor((now - from) / 1000) * 1000).replace('.0 s', ' s');
  });
  return text === '0 ms' && to === undefined ? '0 s' : text;
}
