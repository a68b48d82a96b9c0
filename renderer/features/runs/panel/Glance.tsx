import { type ReactNode, useMemo } from 'react';
import type { RunDetail } from '../../../../shared/contract/emulator/rows.ts';
import type { TimelineRun } from '../timeline/lanes-below.ts';
import { RunSoFar } from '../timeline/RunTimeline.tsx';
import { timelineOf } from '../timeline/timeline-data.ts';
import { RunFailure } from './RunFailure.tsx';
import { RunOutput } from './RunOutput.tsx';
import { Input } from './RunSummary.tsx';
import classes from './RunSummary.module.css';
import { RunWhy } from './RunWhy.tsx';
import { useSourceOf } from './lane-scope.ts';
import { useRunLogs } from '../log/use-run-logs.ts';

interface GlanceProps {
  /** A run, or a session as one. */
  readonly root: TimelineRun;
  readonly failure: ReactNode;
  /** Columns, one below the other. */
  readonly children: ReactNode;
}

const NOTHING = { branches: new Map(), opened: new Map(), lines: [], requests: [] };

/** A run or a session beside a list: why it does not go on, its values, and its time as one bar. */
export function Glance({ root, failure, children }: GlanceProps) {
  const data = useMemo(() => timelineOf({ root, ...NOTHING }), [root]);
  return (
    <>
      <RunWhy row={root.row} isPeek>
        {failure}
      </RunWhy>
      <div className={classes['stack']}>{children}</div>
      <RunSoFar data={data} />
    </>
  );
}

/** A look at a run. */
export function RunGlance({ detail }: { detail: RunDetail }) {
  const { row, run } = detail;
  return (
    <Glance root={detail} failure={<GlanceFailure detail={detail} />}>
      <Input values={run.paramValues} none="The task takes no values." />
      {row.status === 'Succeeded' && (
        <div className={classes['column']}>
          <RunOutput detail={detail} />
        </div>
      )}
    </Glance>
  );
}

/** The failure of a run, with its place in the source by its log, which only a failed run loads. */
function GlanceFailure({ detail: { row } }: { detail: RunDetail }) {
  const { lines } = useRunLogs(row.id, false);
  const source = useSourceOf(row.taskID);
  return <RunFailure row={row} lines={lines} source={source} />;
}
