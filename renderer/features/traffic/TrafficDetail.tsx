import { Button } from '@mantine/core';
import { ActivityIcon, ClockIcon, KeyRoundIcon, ServerIcon } from 'lucide-react';
import { Link } from 'wouter';
import type { TrafficEntry } from '../../../shared/contract/emulator/rows.ts';
import { useAction } from '../../core/action.ts';
import { useCommands } from '../../core/commands.ts';
import { detailPage, type LoadedPageProps } from '../../core/detail-page.tsx';
import { ExportBundle } from '../../core/ExportBundle.tsx';
import { useApi, useInfo, useWebhooks } from '../../core/hangar.ts';
import { useEntityTitle } from '../../core/page.ts';
import { useNavigate } from '../../core/url.ts';
import { ActionBar } from '../../ui/ActionBar.tsx';
import { DetailTabs } from '../../ui/DetailTabs.tsx';
import { MetaItem, MetaLine } from '../../ui/MetaLine.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { ToneBadge } from '../../ui/StatusBadge.tsx';
import { clockTime, duration, exactTime } from '../../ui/time.ts';
import { AttemptsTab } from './AttemptsTab.tsx';
import { ErrorExplained } from './ErrorExplained.tsx';
import { FailNext } from './FailNext.tsx';
import { failingDraft } from './failing-draft.ts';
import { RawSides } from './RawSides.tsx';
import { ReplayGroup } from './ReplayGroup.tsx';
import { CopyAs } from '../../core/request/CopyAs.tsx';
import { copiedRequest } from './request-of-entry.ts';
import { SendAgain } from './SendAgain.tsx';
import { SideView } from './SideView.tsx';
import { SignAgain, useSigning } from './SignAgain.tsx';
import classes from './traffic.module.css';
import { clientText, statusText, statusTone } from '../../core/traffic/request-look.ts';
import { relatedEntities } from './traffic-look.ts';
import { unreadBody } from './unread-body.ts';
import { withoutDirections } from '../../ui/without-directions.ts';

/** One request: related entities, the explanation of an error, request and response. */
export const TrafficDetail = detailPage('traffic', (api, id) => api.traffic.get({ params: { id } }), Loaded);

function Loaded({ data: entry, tab, query }: LoadedPageProps<TrafficEntry>) {
  const { row, request, answer } = entry;
  const title = `${row.method} ${row.path}`;
  useEntityTitle(title);
  const path = `/traffic/${row.id}`;
  return (
    <div className={classes['whole']}>
      <PageHeader
        title={title}
        badge={<ToneBadge tone={statusTone(row.status)}>{statusText(row.status)}</ToneBadge>}
        meta={<Meta entry={entry} />}
        actions={<Actions entry={entry} query={query} />}
      />
      {(row.error !== '' || row.warnings.length > 0) && <ErrorExplained entry={entry} />}
      <ReplayGroup row={row} query={query} />
      <DetailTabs
        label="Parts of the request"
        path={path}
        query={query}
        selected={tab}
        tabs={[
          {
            slug: '',
            label: 'Request',
            fill: true,
            content: <SideView label="Request" side={request} query={row.query} unread={unreadBody(entry)} />,
          },
          { slug: 'answer', label: 'Answer', fill: true, content: <SideView label="Response" side={answer} /> },
          { slug: 'raw', label: 'Raw', content: <RawSides entry={entry} /> },
          { slug: 'attempts', label: 'Attempts', content: <AttemptsTab row={row} query={query} /> },
          { slug: 'send', label: 'Edit and send', content: <SendAgain entry={entry} /> },
        ]}
      />
    </div>
  );
}

function Meta({ entry: { row, operation } }: { entry: TrafficEntry }) {
  return (
    <MetaLine
      items={[
        row.client !== '' && (
          <MetaItem icon={ServerIcon}>
            <span title={withoutDirections(row.client)}>{withoutDirections(clientText(row.client))}</span>
          </MetaItem>
        ),
        row.caller !== '' && <MetaItem icon={KeyRoundIcon}>{row.caller}</MetaItem>,
        ...relatedEntities(row).map(({ verb, id, href }) => (
          <MetaItem key={id} icon={ActivityIcon}>
            {verb} <Link href={href}>{id}</Link>
          </MetaItem>
        )),
        <MetaItem icon={ClockIcon}>
          <time title={exactTime(row.at)}>{clockTime(row.at)}</time>
        </MetaItem>,
        duration(row.milliseconds),
        operation,
        row.status === 0 && <span className="warning">{lossText(row)}</span>,
      ]}
    />
  );
}

/** Reason why no answer reached the client. */
function lossText({ fault }: TrafficEntry['row']): string {
  return fault === undefined
    ? 'client disconnected before the response'
    : `the fault ${fault.slug} kept the answer back`;
}

function Actions({ entry, query }: { entry: TrafficEntry; query: string }) {
  const sendHref = `/traffic/${entry.row.id}/send${query}`;
  const info = useInfo();
  const { items: webhooks } = useWebhooks();
  const navigate = useNavigate();
  const api = useApi();
  const again = useAction(async () => {
    const sent = await api.traffic.send({ params: { id: entry.row.id }, body: {} });
    navigate(`/traffic/${sent.id}${query}`);
  });
  const [related] = relatedEntities(entry.row);
  useCommands([
    { id: 'traffic-send-again', title: 'Send again', group: 'Traffic', run: () => void again.run() },
    { id: 'traffic-send', title: 'Edit and send…', group: 'Traffic', shortcut: 'E', run: () => navigate(sendHref) },
    {
      id: 'traffic-related',
      title: 'Go to the related run, session or prompt',
      group: 'Traffic',
      shortcut: 'O',
      when: related !== undefined,
      run: () => related !== undefined && navigate(related.href),
    },
  ]);
  const signing = useSigning(entry);
  const failing = failingDraft(entry);
  return (
    <ActionBar>
      <ExportBundle />
      {failing !== undefined && <FailNext draft={failing} />}
      {info !== undefined && <CopyAs request={copiedRequest(entry, { info, webhooks })} />}
      {signing !== undefined && <SignAgain entry={entry} signing={signing} query={query} />}
      <Button loading={again.busy} title="Sends the same bytes" onClick={() => void again.run()}>
        Send again
      </Button>
    </ActionBar>
  );
}
