import { Button } from '@mantine/core';
import {
  ArrowLeftRightIcon,
  BlocksIcon,
  ClockIcon,
  GitBranchIcon,
  LayersIcon,
  ListChecksIcon,
  Undo2Icon,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { RunDetail as RunDetailData } from '../../../shared/contract/emulator/rows.ts';
import { TERMINAL_RUN_STATUSES } from '../../../shared/model/status.ts';
import { runTitle } from '../../../shared/model/titles.ts';
import { useAction } from '../../core/data/action.ts';
import { useCommands } from '../../core/commands/commands.ts';
import { detailPage, type LoadedPageProps } from '../../core/page/detail-page.tsx';
import { useActorName, useApi, useInfo } from '../../core/data/hangar.ts';
import { useEntityTitle, useNavigate } from '../../core/page/page.ts';
import { HeldNotice } from '../../core/held/HeldBar.tsx';
import { pathOfNewRun, readRun } from '../../core/run/run-list.ts';
import { ExportBundle } from '../../core/request/ExportBundle.tsx';
import { CopyAs } from '../../core/request/CopyAs.tsx';
import { openRunDialog } from '../../core/run/RunDialog.tsx';
import { runStatus } from '../../core/run/run-display.ts';
import { ActionBar } from '../../ui/inputs/ActionBar.tsx';
import { CopiedID } from '../../ui/inputs/CopyButton.tsx';
import { MetaItem, MetaLine } from '../../ui/text/MetaLine.tsx';
import { PageHeader } from '../../ui/layout/PageHeader.tsx';
import { RelativeTime } from '../../ui/text/time.tsx';
import { StatusBadge } from '../../ui/text/StatusBadge.tsx';
import { pathOfComparison } from './compare/run-choice.ts';
import { RunBody } from './RunBody.tsx';
import { RunGlance } from './panel/Glance.tsx';
import { useHasTask } from './panel/RunWhy.tsx';
import { executeRequest } from '../../core/run/CopyExecution.tsx';
import { type FaultDraft, openFaults } from '../../core/faults/fault-draft.ts';
import { useHoldNext } from '../../core/held/HeldRequestsChip.tsx';
import { SplitButton } from '../../ui/inputs/SplitButton.tsx';

/** One run: actions, failure, timeline, pending prompts and the panel with the tabs. */
export const RunDetail = detailPage('run', readRun, ({ data, ...page }: LoadedPageProps<RunDetailData>) => (
  <Loaded detail={data}>
    <RunBody detail={data} {...page} />
  </Loaded>
));

/** A look at a run: why it does not go on, its values and its time. */
export const RunPeek = detailPage('run', readRun, ({ data }: LoadedPageProps<RunDetailData>) => (
  <Loaded detail={data}>
    <RunGlance detail={data} />
  </Loaded>
));

function Loaded({ detail, children }: { detail: RunDetailData; children: ReactNode }) {
  const { row } = detail;
  const name = runTitle(row);
  const api = useApi();
  useEntityTitle(name);
  return (
    <>
      <PageHeader
        title={name}
        badge={<StatusBadge status={runStatus(row)} />}
        meta={<Meta detail={detail} />}
        actions={<Actions detail={detail} />}
      />
      <HeldNotice isHeld={row.held} what="this run" release={() => api.runs.release({ params: { id: row.id } })} />
      {children}
    </>
  );
}

function Meta({ detail: { row, run } }: { detail: RunDetailData }) {
  const actorName = useActorName();
  const { origin, parentID, sessionID } = row;
  const hasTask = useHasTask(row.taskID);
  return (
    <MetaLine
      items={[
        hasTask && (
          <MetaItem icon={BlocksIcon}>
            <Link href={`/tasks/${row.taskID}`}>{row.taskSlug}</Link>
          </MetaItem>
        ),
        <MetaItem icon={LayersIcon}>{row.environment}</MetaItem>,
        <MetaItem icon={ClockIcon}>
          created <RelativeTime at={row.createdAt} suffix="ago" /> by {actorName(run.createdBy)}
        </MetaItem>,
        origin.trafficID !== '' && (
          <MetaItem icon={ArrowLeftRightIcon}>
            <Link href={`/traffic/${origin.trafficID}`}>
              {origin.kind === 'webhook' && hasTask ? `webhook ${origin.webhook}` : 'request'}
            </Link>
          </MetaItem>
        ),
        row.repeats !== '' && (
          <MetaItem icon={Undo2Icon}>
            <Link href={`/runs/${row.repeats}`} title={row.repeats}>
              repeats run {row.repeats.slice(-6)}
            </Link>
          </MetaItem>
        ),
        parentID !== '' && (
          <MetaItem icon={GitBranchIcon}>
            <Link href={`/runs/${parentID}`}>parent run</Link>
          </MetaItem>
        ),
        sessionID !== '' && (
          <MetaItem icon={ListChecksIcon}>
            <Link href={`/sessions/${sessionID}`}>session</Link>
          </MetaItem>
        ),
        <CopiedID id={row.id} label="Copy run ID" />,
      ]}
    />
  );
}

function Actions({ detail }: { detail: RunDetailData }) {
  const { row, run } = detail;
  const api = useApi();
  const info = useInfo();
  const canCancel = !TERMINAL_RUN_STATUSES.has(row.status);
  const cancel = useAction(() => api.runs.cancel({ params: { id: row.id } }));
  const { paramValues, resources } = run;
  const { environment, taskSlug: slug } = row;
  const values = { paramValues, resources, environment, repeats: row.id };
  const runAgain = () => openRunDialog({ kind: 'task', id: row.taskID, ...values });
  const navigate = useNavigate();
  const repeat = useAction(async () => {
    const { runID } = await api.runs.execute({ params: { id: row.taskID }, body: values });
    navigate(pathOfNewRun(runID));
  });
  const hasTask = useHasTask(row.taskID);
  const compare = pathOfComparison(row.id, '');
  useCommands([
    { id: 'run-again', title: 'Run again…', group: 'Run', shortcut: 'E', when: hasTask, run: runAgain },
    { id: 'run-compare', title: 'Compare with another run', group: 'Run', run: () => navigate(compare) },
    { id: 'run-repeat', title: 'Repeat this run', group: 'Run', when: hasTask, run: () => void repeat.run() },
    { id: 'run-cancel', title: 'Cancel this run', group: 'Run', when: canCancel, run: () => void cancel.run() },
  ]);
  return (
    <ActionBar>
      <ExportBundle />
      <Button component={Link} href={compare}>
        Compare
      </Button>
      {hasTask && info !== undefined && (
        <CopyAs request={executeRequest(info, { kind: 'task', slug, paramValues, resources, environment })} />
      )}
      {canCancel && (
        <Button variant="outline" color="bad" loading={cancel.busy} onClick={() => void cancel.run()}>
          Cancel run
        </Button>
      )}
      {hasTask && (
        <RunAgain
          task={slug}
          filled={!canCancel}
          isBusy={repeat.busy}
          onEdit={runAgain}
          onRepeat={() => void repeat.run()}
        />
      )}
    </ActionBar>
  );
}

interface RunAgainProps {
  /** Slug of the run's task. */
  readonly task: string;
  readonly filled: boolean;
  /** True while a repeated run is created. */
  readonly isBusy: boolean;
  /** Opens the form with the values of the run. */
  readonly onEdit: () => void;
  /** Runs the task with the same values. */
  readonly onRepeat: () => void;
}

/** Runs a task again: with edited values, with the same ones, or the next time in trouble. */
function RunAgain({ task, filled, isBusy, onEdit, onRepeat }: RunAgainProps) {
  const match = { operation: 'tasks/execute', task };
  const hold = useHoldNext();
  const next = (draft: FaultDraft) => () => openFaults('footer', { ...draft, times: 1, match });
  return (
    <SplitButton
      label="More ways to run…"
      filled={filled}
      main={
        <Button variant={filled ? 'filled' : 'default'} onClick={onEdit}>
          Run again…
        </Button>
      }
    >
      <Button loading={isBusy} title="Runs the task again with the same values" onClick={onRepeat}>
        Repeat
      </Button>
      <Button title="Adds a fault for the client’s next execution" onClick={next({ kind: 'run', status: 'Failed' })}>
        Make the next one fail…
      </Button>
      <Button title="Keeps the client’s next execution until you let it go" onClick={() => void hold.run(match)}>
        Hold the next one
      </Button>
      <Button title="Adds a fault for the client’s next execution" onClick={next({ kind: 'delay', seconds: 2 })}>
        Make the next one slow…
      </Button>
    </SplitButton>
  );
}
