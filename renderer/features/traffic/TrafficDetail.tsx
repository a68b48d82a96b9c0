import { Button } from '@mantine/core';
import { Fragment } from 'react';
import { Link } from 'wouter';
import type { TrafficEntry } from '../../../shared/contract/emulator/rows.ts';
import { useCommands } from '../../core/commands.ts';
import { useInfo, useWebhooks } from '../../core/data.ts';
import { useApi } from '../../core/hangar.ts';
import { useEntityTitle } from '../../core/page.ts';
import { useQuery } from '../../core/query.ts';
import { QueryView } from '../../core/QueryView.tsx';
import { useNavigate } from '../../core/url.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { LinkTabs } from '../../ui/LinkTabs.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { ToneBadge } from '../../ui/StatusBadge.tsx';
import { clockTime, duration, exactTime } from '../../ui/time.ts';
import { ErrorExplained } from './ErrorExplained.tsx';
import { RawSides } from './RawSides.tsx';
import { ReplayGroup } from './ReplayGroup.tsx';
import { curlOfEntry } from './request-of-entry.ts';
import { SendAgain } from './SendAgain.tsx';
import { SideView } from './SideView.tsx';
import classes from './traffic.module.css';
import { madeBy, statusText, statusTone } from './traffic-look.ts';
import { unreadBody } from './unread-body.ts';

/** One request: what it was, what it led to, why it was refused, both sides. */
export function TrafficDetail({ id, tab, query }: { id: string; tab: string; query: string }) {
  const api = useApi();
  const entry = useQuery(`traffic ${id}`, () => api.traffic.get({ params: { id } }));
  return (
    <QueryView query={entry} noun="request">
      {(loaded) => <Loaded entry={loaded} tab={tab} query={query} />}
    </QueryView>
  );
}

function Loaded({ entry, tab, query }: { entry: TrafficEntry; tab: string; query: string }) {
  const { row } = entry;
  const title = `${row.method} ${row.path}`;
  useEntityTitle(title);
  const to = (name: string) => `/traffic/${row.id}${name}${query}`;
  return (
    <div className={classes['whole']}>
      <PageHeader
        fixed
        title={title}
        badge={<ToneBadge tone={statusTone(row.status)}>{statusText(row.status)}</ToneBadge>}
        meta={<Meta entry={entry} />}
        actions={<Actions entry={entry} sendHref={to('/send')} />}
      />
      {(row.error !== '' || row.warnings.length > 0) && <ErrorExplained entry={entry} />}
      <ReplayGroup row={row} query={query} />
      <LinkTabs
        label="Parts of the request"
        tabs={[
          { label: 'Request', href: to('') },
          { label: 'Answer', href: to('/answer') },
          { label: 'Raw', href: to('/raw') },
          { label: 'Send again', href: to('/send') },
        ]}
      />
      <Shown entry={entry} tab={tab} />
    </div>
  );
}

function Shown({ entry, tab }: { entry: TrafficEntry; tab: string }) {
  switch (tab) {
    case 'answer':
      return <SideView label="Answer" side={entry.answer} />;
    case 'raw':
      return <RawSides entry={entry} />;
    case 'send':
      return <SendAgain entry={entry} />;
    default:
      return <SideView label="Request" side={entry.request} query={entry.row.query} unread={unreadBody(entry)} />;
  }
}

function Meta({ entry: { row, operation } }: { entry: TrafficEntry }) {
  return (
    <>
      <time title={exactTime(row.at)}>{clockTime(row.at)}</time> · {duration(row.milliseconds)}
      {row.caller !== '' && ` · ${row.caller}`}
      {operation !== '' && ` · ${operation}`}
      {row.client !== '' && ` · ${row.client}`}
      {madeBy(row).map(({ verb, id, href }) => (
        <Fragment key={id}>
          {' · '}
          {verb} <Link href={href}>{id} ↗</Link>
        </Fragment>
      ))}
      {row.status === 0 && <span className={classes['gone']}> · the client did not wait for the answer</span>}
    </>
  );
}

function Actions({ entry, sendHref }: { entry: TrafficEntry; sendHref: string }) {
  const info = useInfo();
  const { items: webhooks } = useWebhooks();
  const navigate = useNavigate();
  const [made] = madeBy(entry.row);
  useCommands([
    { id: 'traffic-send', title: 'Send again…', group: 'Traffic', shortcut: 'E', run: () => navigate(sendHref) },
    {
      id: 'traffic-made',
      title: 'Go to what the request made',
      group: 'Traffic',
      shortcut: 'O',
      when: made !== undefined,
      run: () => made !== undefined && navigate(made.href),
    },
  ]);
  return (
    <>
      {info !== undefined && (
        <CopyButton size="sm" value={curlOfEntry(entry, { info, webhooks })} label="Copy as curl" />
      )}
      <Button component={Link} href={sendHref}>
        Send again…
      </Button>
    </>
  );
}
