import { Fragment } from 'react';
import type { RunDetail, RunRow } from '../../../shared/contract/emulator/rows.ts';
import { PromptCard } from '../../core/prompt/PromptCard.tsx';
import { ApiResponse } from '../../core/request/ApiResponse.tsx';
import { RunLinks } from '../../core/run/RunLinks.tsx';
import { DetailTabs } from '../../ui/DetailTabs.tsx';
import { DocsLink } from '../../ui/DocsLink.tsx';
import { JsonView } from '../../ui/JsonView.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx';
import { RunOutput } from './RunOutput.tsx';
import { RunParameters } from './RunParameters.tsx';
import { isPending } from '../../../shared/model/prompt-state.ts';
import { TERMINAL_RUN_STATUSES } from '../../../shared/model/status.ts';
import { LogViewer } from '../../ui/LogViewer.tsx';
import { useRunLogs } from './use-run-logs.ts';

interface RunTabsProps {
  readonly detail: RunDetail;
  readonly tab: string;
  readonly query: string;
}

/** Logs, output, parameters, prompts, child runs and API response of a run. */
export function RunTabs({ detail, tab, query }: RunTabsProps) {
  const { row, run, prompts, children } = detail;
  return (
    <DetailTabs
      label="Parts of the run"
      path={`/runs/${row.id}`}
      query={query}
      selected={tab}
      tabs={[
        { slug: '', label: 'Logs', fill: true, content: <RunLogs row={row} /> },
        { slug: 'output', label: 'Output', fill: true, content: <RunOutput detail={detail} /> },
        { slug: 'parameters', label: 'Parameters', content: <RunParameters detail={detail} /> },
        { slug: 'prompts', label: 'Prompts', count: prompts.length, content: <Prompts prompts={prompts} /> },
        { slug: 'children', label: 'Child runs', count: children.length, content: <ChildRuns runs={children} /> },
        {
          slug: 'api',
          label: 'API response',
          fill: true,
          content: <ApiResponse path={`/v0/runs/get?id=${row.id}`} value={run} />,
        },
      ]}
    />
  );
}

const VALUES_HEIGHT = 200;

function Prompts({ prompts }: Pick<RunDetail, 'prompts'>) {
  const answered = prompts.filter(({ prompt }) => !isPending(prompt));
  if (prompts.length === 0) {
    return (
      <EmptyState title="No prompts">
        A run asks with a <DocsLink href="/docs/behaviors.html#steps">prompt step</DocsLink>, or with prompt(…) in a
        script.
      </EmptyState>
    );
  }
  return (
    <>
      {prompts.length > answered.length && <p>Pending prompts are shown above.</p>}
      {answered.map((item, index) => (
        <Fragment key={item.prompt.id}>
          <PromptCard item={item} />
          {item.prompt.submittedAt !== null && Object.keys(item.prompt.values).length > 0 && (
            <JsonView value={item.prompt.values} label={`Answer ${index + 1}`} height={VALUES_HEIGHT} />
          )}
        </Fragment>
      ))}
    </>
  );
}

function ChildRuns({ runs }: { runs: RunDetail['children'] }) {
  if (runs.length > 0) return <RunLinks runs={runs} />;
  return (
    <EmptyState title="No child runs">
      A run executes other tasks with an <DocsLink href="/docs/behaviors.html#steps">execute step</DocsLink>, or with
      execute(…) in a script.
    </EmptyState>
  );
}

/** The log of a run, live until the run ends. */
function RunLogs({ row }: { row: RunRow }) {
  const isLive = !TERMINAL_RUN_STATUSES.has(row.status);
  const { lines, loaded, error } = useRunLogs(row.id, isLive);
  if (loaded) return <LogViewer lines={lines} live={isLive} empty={<NoLines isLive={isLive} />} />;
  return error === '' ? <LoadingState label="Loading the log…" /> : <ErrorState message={error} />;
}

function NoLines({ isLive }: { isLive: boolean }) {
  if (isLive) return <EmptyState title="No log lines yet">New lines appear here.</EmptyState>;
  return (
    <EmptyState title="No log lines">
      <DocsLink href="/docs/behaviors.html">Log</DocsLink> with a log step, log.info(…) in a script, or the output of a
      command.
    </EmptyState>
  );
}
