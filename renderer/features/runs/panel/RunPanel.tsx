import { Button } from '@mantine/core';
import { XIcon } from 'lucide-react';
import { Link } from 'wouter';
import type { RunDetail, TrafficRow } from '../../../../shared/contract/emulator/rows.ts';
import { TERMINAL_RUN_STATUSES } from '../../../../shared/model/status.ts';
import { ApiResponse } from '../../../core/request/ResponseView.tsx';
import { DetailTabs } from '../../../ui/layout/DetailTabs.tsx';
import { DocsLink, type SourceOf, stripBidiControls } from '../../../ui/text/shown-text.tsx';
import { LogViewer } from '../../../ui/lists/LogViewer.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../../ui/text/states.tsx';
import { isWithin, type LaneScope, linesWithin, useSourceOf } from './lane-scope.ts';
import { Prompts } from './RunPrompts.tsx';
import { RunRequests } from './RunRequests.tsx';
import { RunSummary } from './RunSummary.tsx';
import { type RunLog, useRunLogs } from '../log/use-run-logs.ts';
import classes from './RunDetail.module.css';
import { useApi, useLiveQuery } from '../../../core/data/hangar.ts';
import { readRun } from '../../../core/run/run-list.ts';
import { useRunRequests } from '../timeline/use-timeline.ts';

interface RunPanelProps {
  readonly detail: RunDetail;
  readonly log: RunLog;
  readonly requests: readonly TrafficRow[] | undefined;
  /** The selected step; the whole run when absent. */
  readonly scope?: LaneScope | undefined;
  /** Name of the selected lane, for the chip; "" for the run of the page. */
  readonly selected: string;
  readonly onClear: () => void;
  /** Opens the dialog that runs from the selected step; absent without a step. */
  readonly onRunFrom?: (() => void) | undefined;
  /** Path of the page, which may be that of the parent. */
  readonly path: string;
  readonly tab: string;
  readonly query: string;
}

/** Summary, log, prompts, requests and API answer of a run, or of one of its steps. */
export function RunPanel({
  detail,
  log,
  requests,
  scope,
  selected,
  onClear,
  onRunFrom,
  path,
  tab,
  query,
}: RunPanelProps) {
  const { row, run } = detail;
  const lines = linesWithin(log.lines, scope);
  const prompts =
    scope === undefined ? detail.prompts : detail.prompts.filter(({ prompt }) => prompt.id === scope.promptID);
  const own = scope === undefined ? requests : requests?.filter(({ at }) => isWithin(scope, at));
  const source = useSourceOf(row.taskID);
  const isLive = !TERMINAL_RUN_STATUSES.has(row.status);
  const onShowAll = scope === undefined ? undefined : onClear;
  const summary = <RunSummary {...{ detail, lines, source, onShowAll }} logs={`${path}/logs${query}`} />;
  const api = <ApiResponse path={`/v0/runs/get?id=${row.id}`} value={run} />;
  return (
    <DetailTabs
      label="Parts of the run"
      path={path}
      query={query}
      selected={tab}
      aside={
        selected !== '' && (
          <>
            {onRunFrom !== undefined && (
              <Button size="compact-xs" onClick={onRunFrom}>
                Run from this step
              </Button>
            )}
            <ScopeChip name={selected} runID={row.id} path={path} onClear={onClear} />
          </>
        )
      }
      tabs={[
        { slug: '', label: 'Summary', content: summary },
        {
          slug: 'logs',
          label: 'Logs',
          count: scope === undefined ? detail.logLines : lines.length,
          fill: true,
          content: <RunLogs log={{ ...log, lines }} {...{ isLive, source, onShowAll }} />,
        },
        { slug: 'prompts', label: 'Prompts', count: prompts.length, content: <Prompts prompts={prompts} /> },
        { slug: 'requests', label: 'Requests', count: own?.length ?? 0, content: <RunRequests requests={own} /> },
        { slug: 'api', label: 'API answer', fill: true, content: api },
      ]}
    />
  );
}

interface RunLogsProps {
  readonly log: RunLog;
  readonly isLive: boolean;
  readonly source: SourceOf;
  /** Shows the whole run; absent while no step is selected. */
  readonly onShowAll: (() => void) | undefined;
}

/** The log of a run, live until the run ends. */
function RunLogs({ log: { lines, loaded, error, reload }, isLive, source, onShowAll }: RunLogsProps) {
  if (loaded)
    return <LogViewer lines={lines} live={isLive} empty={<NoLines {...{ isLive, onShowAll }} />} source={source} />;
  return error === '' ? <LoadingState label="Loading the log…" /> : <ErrorState message={error} onRetry={reload} />;
}

function NoLines({ isLive, onShowAll }: Pick<RunLogsProps, 'isLive' | 'onShowAll'>) {
  if (onShowAll !== undefined) {
    return (
      <EmptyState title="No lines of this step">
        <Button size="compact-sm" onClick={onShowAll}>
          Show all
        </Button>
      </EmptyState>
    );
  }
  if (isLive) return <EmptyState title="No log lines yet">New lines appear here.</EmptyState>;
  return (
    <EmptyState title="No log lines">
      <DocsLink href="/docs/behaviors.html">Log</DocsLink> with a log step, log.info(…) in a script, or the output of a
      command.
    </EmptyState>
  );
}

interface ScopeChipProps {
  readonly name: string;
  /** The selected run. */
  readonly runID: string;
  /** Path of the page. */
  readonly path: string;
  readonly onClear: () => void;
}

/** Names the selected lane. Its cross selects the whole run again; the name of a child is a link to it. */
function ScopeChip({ name: given, runID, path, onClear }: ScopeChipProps) {
  const name = stripBidiControls(given);
  const isChild = path !== `/runs/${runID}`;
  return (
    <span className={classes['chip']}>
      {isChild ? <Link href={`/runs/${runID}`}>Open {name}</Link> : <span>{name}</span>}
      <button type="button" aria-label="Show the whole run" title="Show the whole run" onClick={onClear}>
        <XIcon size={12} />
      </button>
    </span>
  );
}

interface ChildPanelProps extends Omit<Parameters<typeof RunPanel>[0], 'detail' | 'log' | 'requests'> {
  readonly id: string;
  readonly known: RunDetail | undefined;
}

/** The panel about a run below that of the page. */
export function ChildPanel({ id, known, ...panel }: ChildPanelProps) {
  const api = useApi();
  const query = useLiveQuery(
    `run ${id}`,
    () => readRun(api, id),
    (event) => event.type === 'run' && event.row.id === id,
  );
  const detail = query.data ?? known;
  const log = useRunLogs(id, detail !== undefined && !TERMINAL_RUN_STATUSES.has(detail.row.status));
  const requests = useRunRequests(id);
  if (detail === undefined) return <LoadingState label="Loading the run…" />;
  return <RunPanel detail={detail} log={log} requests={requests} {...panel} />;
}
