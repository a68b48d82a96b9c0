import { Button } from '@mantine/core';
import { ActivityIcon, ClockIcon, KeyRoundIcon, ServerIcon } from 'lucide-react';
import { Link } from 'wouter';
import type { TrafficEntry } from '../../../shared/contract/emulator/rows.ts';
import { useAction } from '../../core/data/action.ts';
import { useCommands } from '../../core/commands/commands.ts';
import { detailPage, type LoadedPageProps } from '../../core/page/detail-page.tsx';
import { ExportBundle } from '../../core/request/ExportBundle.tsx';
import { type RequestEntry, useApi, useInfo, useWebhooks, type TrafficItem } from '../../core/data/hangar.ts';
import { useEntityTitle, useNavigate } from '../../core/page/page.ts';
import { ActionBar } from '../../ui/inputs/ActionBar.tsx';
import { DetailTabs } from '../../ui/layout/DetailTabs.tsx';
import { MetaItem, MetaLine } from '../../ui/text/MetaLine.tsx';
import { PageHeader } from '../../ui/layout/PageHeader.tsx';
import { ToneBadge } from '../../ui/text/StatusBadge.tsx';
import { StatusShape } from '../../ui/icons/StatusShape.tsx';
import { shortID } from '../../core/run/run-display.ts';
import { clockTime, duration, exactTime } from '../../ui/text/time.tsx';
import { Attempts } from '../../core/traffic/Attempts.tsx';
import { ErrorExplained } from './ErrorExplained.tsx';
import { FailNext, HoldNext, SignAgain, useSigning } from './RequestActions.tsx';
import { CopyAs } from '../../core/request/CopyAs.tsx';
import { copiedRequest } from './request-of-entry.ts';
import { SendAgain } from './SendAgain.tsx';
import { RawSides, RequestTitle, SideView } from './parts/SideView.tsx';
import classes from './traffic.module.css';
import { callerText, clientText, endText, statusShape, statusTone } from '../../core/traffic/request-words.ts';
import { stripBidiControls, numberText } from '../../ui/text/shown-text.tsx';
import { type FaultDraft, operationOfPath } from '../../core/faults/fault-draft.ts';
import { OPERATIONS } from '../../../shared/registry/operations.ts';
import { isJsonObject, jsonOfText, type JsonObject } from '../../../shared/values/json.ts';

/** One request: related entities, the explanation of an error, request and response. */
export const TrafficDetail = detailPage('traffic', (api, id) => api.traffic.get({ params: { id } }), Loaded);

function Loaded({ data: entry, tab, query }: LoadedPageProps<RequestEntry>) {
  const { row, answer, call } = entry;
  const title = `${row.method} ${row.path}`;
  useEntityTitle(title);
  const path = `/traffic/${row.id}`;
  const isLost = statusShape(row) === 'lost';
  return (
    <div className="whole">
      <PageHeader
        icon={<StatusShape shape={statusShape(row)} />}
        title={<RequestTitle method={row.method} path={row.path} />}
        badge={<ToneBadge tone={isLost ? 'wait' : statusTone(row.status)}>{endText(row)}</ToneBadge>}
        meta={<Meta entry={entry} />}
        actions={<Actions entry={entry} query={query} />}
      />
      {(row.error !== '' || row.warnings.length > 0) && <ErrorExplained entry={entry} query={query} />}
      <DetailTabs
        label="Parts of the request"
        path={path}
        query={query}
        selected={tab}
        aside={
          row.idempotencyKey !== '' && (
            <span className="quiet small" title={stripBidiControls(row.idempotencyKey)}>
              Key <code>{stripBidiControls(shortID(row.idempotencyKey))}</code>
            </span>
          )
        }
        tabs={[
          {
            slug: '',
            label: 'Request',
            fill: true,
            content: <BothSides entry={entry} />,
          },
          { slug: 'answer', label: 'Answer', fill: true, content: <SideView label="Response" side={answer} /> },
          { slug: 'raw', label: 'Raw', content: <Raw entry={entry} /> },
          {
            slug: 'attempts',
            label: 'Attempts',
            count: call.attempts.length,
            content: <Attempts row={row} query={query} />,
          },
          { slug: 'send', label: 'Edit and send', content: <SendAgain entry={entry} /> },
        ]}
      />
    </div>
  );
}

function Meta({ entry: { row } }: { entry: TrafficEntry }) {
  return (
    <MetaLine
      items={[
        row.client !== '' && (
          <MetaItem icon={ServerIcon}>
            <span title={stripBidiControls(row.client)}>{stripBidiControls(clientText(row.client))}</span>
          </MetaItem>
        ),
        row.caller !== '' && <MetaItem icon={KeyRoundIcon}>{callerText(row.caller)}</MetaItem>,
        ...relatedEntities(row).map(({ id, href, name }) => (
          <MetaItem key={id} icon={ActivityIcon}>
            <Link href={href} title={id}>
              {stripBidiControls(name)}
            </Link>
          </MetaItem>
        )),
        <MetaItem icon={ClockIcon}>
          <time title={exactTime(row.at)}>{clockTime(row.at)}</time>
        </MetaItem>,
        duration(row.milliseconds),
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
      <ExportBundle brief />
      {failing !== undefined && <HoldNext draft={failing} />}
      {failing !== undefined && <FailNext draft={failing} />}
      {info !== undefined && <CopyAs request={copiedRequest(entry, { info, webhooks })} />}
      {signing !== undefined && <SignAgain entry={entry} signing={signing} query={query} />}
      <Button loading={again.busy} title="Sends the same bytes" onClick={() => void again.run()}>
        Send again
      </Button>
    </ActionBar>
  );
}

/** The request, with the refused values marked, and its answer beside it where there is room. */
function BothSides({ entry }: { entry: RequestEntry }) {
  const { row, request, answer, refusal } = entry;
  const wrong = new Set(refusal?.sent.map(({ path }) => path));
  return (
    <div className={classes['sides']}>
      <div>
        <SideView
          label="Request"
          title="Sent"
          side={request}
          query={row.query}
          unread={unreadBody(entry)}
          isWrong={(path) => wrong.has(path.replace(/\["(.+)"\]$/, '.$1'))}
        />
      </div>
      <div>
        <SideView label="Response" title="Answered" side={answer} />
      </div>
    </div>
  );
}

function Raw({ entry }: { entry: TrafficEntry }) {
  const { row, request, answer } = entry;
  const { method, path, query, status } = row;
  return (
    <RawSides
      request={{ line: `${method} ${path}${query} HTTP/1.1`, side: request, unread: unreadBody(entry) }}
      answer={{ line: status === 0 ? `[${endText(row)}]` : `HTTP/1.1 ${status}`, side: answer }}
    />
  );
}

/** A fault that makes the next request like this one fail with a 429; `undefined` when no fault can match its path. */
export function failingDraft({ row, request }: Pick<TrafficEntry, 'row' | 'request'>): FaultDraft | undefined {
  const operation = OPERATIONS.find((name) => row.path.startsWith('/v0/') && name === operationOfPath(row.path));
  if (operation === undefined) return undefined;
  const body = jsonOfText(request.body);
  const named = isJsonObject(body) ? body['slug'] : undefined;
  const match: JsonObject = {
    operation,
    ...(operation === 'tasks/execute' && typeof named === 'string' ? { task: named } : {}),
    ...(operation === 'runbooks/execute' && typeof named === 'string' ? { runbook: named } : {}),
  };
  return { kind: 'error', status: 429, retryAfterSeconds: 2, times: 1, match };
}

/** The reason that a sent body is not shown, as a sentence; '' without a body, or when it is shown. */
function unreadBody({ row, request }: TrafficEntry): string {
  if (request.size > 0) return '';
  const length = valueOf(request.headers, 'content-length');
  const isChunked = valueOf(request.headers, 'transfer-encoding') !== '';
  if (!isChunked && (length === '' || length === '0')) return '';
  const body = length === '' ? 'A body was sent' : `A body of ${numberText(Number(length))} bytes was sent`;
  if (row.status === 0) return `${body}, but the client disconnected first.`;
  if (row.error === '') return `${body}, but not read: this operation has no body.`;
  return `${body}, but not read: the request was refused first. ${row.error}`;
}

function valueOf(headers: TrafficEntry['request']['headers'], name: string): string {
  return headers.find(([one]) => one.toLowerCase() === name)?.[1] ?? '';
}

/** The prompt, session and run that a request created or refers to, by name; none for one that named what does not exist. */
function relatedEntities({ runID, sessionID, promptID, subject, code }: TrafficItem) {
  const slug = subject === undefined ? '' : `${subject.slug} `;
  const all = [
    { id: promptID, href: `/prompts/${promptID}`, name: shortID(promptID) },
    { id: sessionID, href: `/sessions/${sessionID}`, name: slug + shortID(sessionID) },
    { id: runID, href: `/runs/${runID}`, name: slug + shortID(runID) },
  ];
  return all.filter(({ id }) => id !== '' && code !== 'not_found');
}
