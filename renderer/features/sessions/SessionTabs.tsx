import { ApiResponse } from '../../core/request/ApiResponse.tsx';
import { ParamValues } from '../../core/run/ParamValues.tsx';
import { RunLinks } from '../../core/run/RunLinks.tsx';
import { DetailTabs } from '../../ui/DetailTabs.tsx';
import { DocsLink } from '../../ui/DocsLink.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { SessionBlocks } from './SessionBlocks.tsx';
import type { SessionData } from './SessionDetail.tsx';

interface SessionTabsProps {
  readonly data: SessionData;
  readonly tab: string;
  readonly query: string;
}

/** Blocks, parameters, runs and API response of a session. */
export function SessionTabs({ data, tab, query }: SessionTabsProps) {
  const { session } = data.row;
  const { runs } = data;
  return (
    <DetailTabs
      label="Parts of the session"
      path={`/sessions/${session.id}`}
      query={query}
      selected={tab}
      tabs={[
        { slug: '', label: 'Blocks', content: <SessionBlocks data={data} /> },
        { slug: 'parameters', label: 'Parameters', content: <Parameters data={data} /> },
        { slug: 'runs', label: 'Runs', count: runs.length, content: <Runs data={data} /> },
        {
          slug: 'api',
          label: 'API response',
          fill: true,
          content: <ApiResponse path={`/v0/sessions/get?id=${session.id}`} value={session} />,
        },
      ]}
    />
  );
}

function Parameters({ data }: { data: SessionData }) {
  const { paramValues, params } = data.row.session;
  if (Object.keys(paramValues).length > 0) return <ParamValues params={params} values={paramValues} />;
  return (
    <EmptyState title="No parameter values">
      A <DocsLink href="/docs/#the-first-request">request</DocsLink> gives them as paramValues.
    </EmptyState>
  );
}

function Runs({ data: { runs } }: { data: SessionData }) {
  if (runs.length > 0) return <RunLinks runs={runs} />;
  return <EmptyState title="No runs yet">Each block creates a run when it starts.</EmptyState>;
}
