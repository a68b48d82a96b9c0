import type { TrafficRow } from '../../../../shared/contract/emulator/rows.ts';
import type { LogEntry } from '../../../../shared/model/run.ts';
import { ApiResponse } from '../../../core/request/ResponseView.tsx';
import { DetailTabs } from '../../../ui/layout/DetailTabs.tsx';
import { LogViewer } from '../../../ui/lists/LogViewer.tsx';
import type { SourceOf } from '../../../ui/text/links.tsx';
import { EmptyState, LoadingState } from '../../../ui/text/states.tsx';
import { Prompts } from '../panel/RunPrompts.tsx';
import { RunRequests } from '../panel/RunRequests.tsx';
import { hasEnded } from './session-look.ts';
import type { SessionData } from './read-session.ts';
import { SessionBlocks } from './SessionBlocks.tsx';
import { SessionSummary } from './SessionSummary.tsx';

interface SessionPanelProps {
  readonly data: SessionData;
  /** The lines of its blocks; undefined until they are loaded. */
  readonly lines: readonly LogEntry[] | undefined;
  readonly requests: readonly TrafficRow[] | undefined;
  readonly source: SourceOf;
  readonly path: string;
  readonly tab: string;
  readonly query: string;
}

/** Summary, blocks, log, prompts, requests and API answer of a session. */
export function SessionPanel({ data, lines, requests, source, path, tab, query }: SessionPanelProps) {
  const { session } = data.row;
  const prompts = [...data.details.values()].flatMap((detail) => detail.prompts);
  const shown = lines ?? [];
  const empty = <EmptyState title="No log lines">Lines of the runs of its blocks appear here.</EmptyState>;
  return (
    <DetailTabs
      label="Parts of the session"
      path={path}
      query={query}
      selected={tab}
      tabs={[
        {
          slug: '',
          label: 'Summary',
          content: <SessionSummary {...{ data, source }} lines={shown} logs={`${path}/logs${query}`} />,
        },
        {
          slug: 'blocks',
          label: 'Blocks',
          count: data.row.blocks.length,
          content: <SessionBlocks data={data} source={source} />,
        },
        {
          slug: 'logs',
          label: 'Logs',
          count: shown.length,
          fill: true,
          content:
            lines === undefined ? (
              <LoadingState label="Loading the log…" />
            ) : (
              <LogViewer lines={lines} live={!hasEnded(data.row)} empty={empty} source={source} />
            ),
        },
        { slug: 'prompts', label: 'Prompts', count: prompts.length, content: <Prompts prompts={prompts} /> },
        {
          slug: 'requests',
          label: 'Requests',
          count: requests?.length ?? 0,
          content: <RunRequests requests={requests} noun="session" />,
        },
        {
          slug: 'api',
          label: 'API answer',
          fill: true,
          content: <ApiResponse path={`/v0/sessions/get?id=${session.id}`} value={session} />,
        },
      ]}
    />
  );
}
