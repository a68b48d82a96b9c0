import { useState } from 'react';
import type { RunDetail } from '../../../shared/contract/emulator/rows.ts';
import { TERMINAL_RUN_STATUSES, isPending } from '../../../shared/model/status.ts';
import { useCommands } from '../../core/commands/commands.ts';
import { StableHeight } from '../../ui/layout/StableHeight.tsx';
import { ChildPanel, RunPanel } from './panel/RunPanel.tsx';
import { stepOfLane, stepToRepeat } from './from-step/earlier-results.ts';
import { RunFailure } from './panel/RunFailure.tsx';
import { RunWhy, useHasTask } from './panel/RunWhy.tsx';
import { useSourceOf, scopeOfLane } from './panel/lane-scope.ts';
import { PendingPrompts } from './panel/RunPrompts.tsx';
import { RunTimeline } from './timeline/RunTimeline.tsx';
import { useRunRequests, useTimeline } from './timeline/use-timeline.ts';
import { useRunLogs } from './log/use-run-logs.ts';
import { lazyComponent } from '../../ui/deferred-code.ts';

/** The dialog that runs a task again from a step, loaded on first use. */
const LazyRunFromStep = lazyComponent(() =>
  import('./from-step/RunFromStepDialog.tsx').then((file) => file.RunFromStepDialog),
);

interface RunBodyProps {
  readonly detail: RunDetail;
  readonly tab: string;
  readonly query: string;
}

/** Timeline of a run, the panel about the selected lane and, at the foot, where they move nothing, its pending prompts. */
export function RunBody({ detail, tab, query }: RunBodyProps) {
  const { row, prompts } = detail;
  const path = `/runs/${row.id}`;
  const log = useRunLogs(row.id, !TERMINAL_RUN_STATUSES.has(row.status));
  const requests = useRunRequests(row.id);
  const source = useSourceOf(row.taskID);
  const { data, branches, toggle } = useTimeline(detail, log.lines, requests);
  const [selected, setSelected] = useState('');
  const lane = data.lanes.find(({ key }) => key === selected);
  const clear = () => setSelected('');
  // "Answer prompt" leads to the form.
  const [isAsked] = useState(() => window.location.hash === '#prompt');
  const pending = prompts.filter(({ prompt }) => isPending(prompt));
  const chip = lane === undefined || lane.key === `run ${row.id}` ? '' : lane.name;
  const [fromStep, setFromStep] = useState<number>();
  const step = stepOfLane(detail, lane);
  const hasTask = useHasTask(row.taskID);
  const canRunFrom = detail.steps.length > 0 && hasTask;
  useCommands([
    {
      id: 'run-from-step',
      title: 'Run from a step…',
      group: 'Run',
      when: canRunFrom,
      run: () => setFromStep(step === -1 ? stepToRepeat(detail) : step),
    },
  ]);
  const onRunFrom = canRunFrom && step !== -1 ? () => setFromStep(step) : undefined;
  const common = { selected: chip, onClear: clear, onRunFrom, path, tab, query, scope: lane && scopeOfLane(lane) };
  return (
    <StableHeight
      above={
        <>
          <RunWhy row={row}>
            <RunFailure row={row} lines={log.lines} source={source} />
          </RunWhy>
          <RunTimeline data={data} selected={lane?.key ?? ''} onSelect={setSelected} onToggle={toggle} />
        </>
      }
    >
      {fromStep !== undefined && (
        <LazyRunFromStep detail={detail} lines={log.lines} step={fromStep} onClose={() => setFromStep(undefined)} />
      )}
      {lane === undefined || lane.runID === row.id ? (
        <RunPanel detail={detail} log={log} requests={requests} {...common} />
      ) : (
        <ChildPanel key={lane.runID} id={lane.runID} known={branches.get(lane.runID)} {...common} />
      )}
      <PendingPrompts items={pending} isAsked={isAsked} />
    </StableHeight>
  );
}
