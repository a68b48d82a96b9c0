import { useInfo } from '../../core/data.ts';
import { RunLinks } from '../../core/run/RunLinks.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { curlOf } from '../../ui/curl.ts';
import { JsonView } from '../../ui/JsonView.tsx';
import { LinkTabs, TabPanel } from '../../ui/LinkTabs.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { SessionBlocks } from './SessionBlocks.tsx';
import type { SessionData } from './SessionDetail.tsx';
import classes from './sessions.module.css';

interface SessionTabsProps {
  readonly data: SessionData;
  readonly tab: string;
  readonly query: string;
}

/** Blocks, parameters, all runs, and the API's answer. */
export function SessionTabs({ data, tab, query }: SessionTabsProps) {
  const to = (name: string) => `/sessions/${data.row.session.id}${name}${query}`;
  return (
    <>
      <LinkTabs
        label="Parts of the session"
        tabs={[
          { label: 'Blocks', href: to('') },
          { label: 'Parameters', href: to('/parameters') },
          { label: 'Runs', href: to('/runs'), count: data.runs.length },
          { label: 'API answer', href: to('/api') },
        ]}
      />
      <Shown data={data} tab={tab} />
    </>
  );
}

function Shown({ data, tab }: { data: SessionData; tab: string }) {
  switch (tab) {
    case 'parameters':
      return <Parameters data={data} />;
    case 'runs':
      return <Runs data={data} />;
    case 'api':
      return <ApiAnswer data={data} />;
    default:
      return <SessionBlocks data={data} />;
  }
}

function Parameters({ data }: { data: SessionData }) {
  const { paramValues, params } = data.row.session;
  const names = new Map(params.map(({ slug, name }) => [slug, name]));
  const values = Object.entries(paramValues);
  return (
    <TabPanel label="Parameters">
      {values.length === 0 && (
        <EmptyState title="It was given no values">
          A request gives them as paramValues; “Run again…” opens the form for them.
        </EmptyState>
      )}
      <dl className={classes['values']}>
        {values.map(([slug, value]) => (
          <div key={slug}>
            <dt>
              {names.get(slug) || slug} <code>{slug}</code>
            </dt>
            <dd>
              <code>{typeof value === 'string' ? value : JSON.stringify(value, null, 2)}</code>
            </dd>
          </div>
        ))}
      </dl>
      {values.length > 0 && (
        <CopyButton value={() => JSON.stringify(paramValues, null, 2)} label="Copy the values as JSON" />
      )}
    </TabPanel>
  );
}

function Runs({ data: { runs } }: { data: SessionData }) {
  return (
    <TabPanel label="Runs">
      {runs.length === 0 && (
        <EmptyState title="It has made no run yet">Each block makes one as it is reached.</EmptyState>
      )}
      <RunLinks runs={runs} />
    </TabPanel>
  );
}

function ApiAnswer({ data: { row } }: { data: SessionData }) {
  const info = useInfo();
  const path = `/v0/sessions/get?id=${row.session.id}`;
  const headers = { 'X-Service-API-Key': info?.apiKey ?? '' };
  return (
    <TabPanel label="API answer" fill>
      <div className={classes['bar']}>
        <code className="mono">GET {path}</code>
        {info !== undefined && (
          <CopyButton value={curlOf({ method: 'GET', url: info.url + path, headers })} label="Copy as curl" />
        )}
      </div>
      <JsonView value={row.session} label="API answer" />
    </TabPanel>
  );
}
