import { Button } from '@mantine/core';
import { ActivityIcon, ClockIcon, PlayIcon, ServerIcon, SquarePauseIcon, TimerIcon } from 'lucide-react';
import { Link } from 'wouter';
import type { HeldRequest } from '../../../../shared/contract/emulator/held-requests.ts';
import { useCommands } from '../../../core/commands/commands.ts';
import { useApi, useTraffic, useLiveQuery, type TrafficItem } from '../../../core/data/hangar.ts';
import { Ladder } from '../../../core/ladder/Ladder.tsx';
import { saveFile } from '../../../core/page/save-file.ts';
import { useEntityTitle } from '../../../core/page/page.ts';
import { readRun } from '../../../core/run/run-list.ts';
import { shortID } from '../../../core/run/run-display.ts';
import { clientText, statusTone } from '../../../core/traffic/request-words.ts';
import { ActionBar } from '../../../ui/inputs/ActionBar.tsx';
import { DetailTabs } from '../../../ui/layout/DetailTabs.tsx';
import { PageHeader } from '../../../ui/layout/PageHeader.tsx';
import { MetaItem, MetaLine } from '../../../ui/text/MetaLine.tsx';
import { MachineTime, useEachSecond, ago, clockTime, millisecondsOf } from '../../../ui/text/time.tsx';
import { ToneBadge } from '../../../ui/text/StatusBadge.tsx';
import { stripBidiControls } from '../../../ui/text/shown-text.tsx';
import { RequestTitle, SideBody, RawSides, SideView } from '../parts/SideView.tsx';
import { AnswerInstead, LOSE } from './AnswerInstead.tsx';
import { heldLadder, isEarlierAttempt, orderOf, sideOf, subjectOf } from './held-words.ts';
import { ShortcutCap, useRelease } from './release-buttons.tsx';
import classes from './held.module.css';
import { Attempts } from '../../../core/traffic/Attempts.tsx';

interface HeldDetailProps {
  readonly request: HeldRequest;
  /** All held requests, oldest first. */
  readonly held: readonly HeldRequest[];
  readonly tab: string;
  /** Query of the list, with its `?`. */
  readonly query: string;
}

/** A request that a fault holds: what each side knows, and what lets it go. */
export function HeldDetail(props: HeldDetailProps) {
  const { request, tab, query } = props;
  const { method, path } = request.request;
  const earlier = useTraffic().items.filter((row) => isEarlierAttempt(row, request));
  const title = `${method} ${path}`;
  useEntityTitle(title);
  return (
    <MachineTime>
      <div className="whole">
        <PageHeader
          icon={<SquarePauseIcon size={16} className="amber" />}
          title={<RequestTitle {...{ method, path }} />}
          badge={<ToneBadge tone="wait">held</ToneBadge>}
          meta={<Meta request={request} />}
          actions={<Actions id={request.id} />}
        />
        <p className={classes['sentence']}>
          {request.after ? (
            <>
              Hangar has <b>executed</b> the call and <b data-tone="wait">keeps its answer back</b>
            </>
          ) : (
            <>
              Hangar has <b data-tone="wait">not executed</b> the call yet and keeps it back
            </>
          )}
          , by the fault <code>{request.fault}</code>.
        </p>
        <DetailTabs
          label="Parts of the held request"
          path={`/traffic/${request.id}`}
          query={query}
          selected={tab}
          tabs={[
            { slug: '', label: 'Both sides', content: <BothSides {...props} /> },
            { slug: 'request', label: 'Request', fill: true, content: <RequestTab request={request} /> },
            { slug: 'answer', label: 'Answer', fill: true, content: <AnswerTab request={request} /> },
            { slug: 'raw', label: 'Raw', content: <RawTab request={request} /> },
            {
              slug: 'attempts',
              label: 'Attempts',
              count: earlier.length + 1,
              content: <EarlierAttempts earlier={earlier} query={query} />,
            },
          ]}
        />
      </div>
    </MachineTime>
  );
}

function Meta({ request: { client, runID, since, goesOnAt } }: { request: HeldRequest }) {
  const waited = useEachSecond((now) => {
    const left = goesOnAt === null ? '' : `, goes on by itself in ${ago(now, millisecondsOf(goesOnAt))}`;
    return `has waited ${ago(millisecondsOf(since), now)}${left}`;
  });
  return (
    <MetaLine
      items={[
        client !== '' && <MetaItem icon={ServerIcon}>{clientText(client)}</MetaItem>,
        runID !== '' && (
          <MetaItem icon={ActivityIcon}>
            made{' '}
            <Link href={`/runs/${runID}`} title={runID}>
              {shortID(runID)}
            </Link>
          </MetaItem>
        ),
        <MetaItem icon={ClockIcon}>{clockTime(since)}</MetaItem>,
        <span className={classes['waited']}>
          <TimerIcon size={12} /> {waited}
        </span>,
      ]}
    />
  );
}

function Actions({ id }: { id: string }) {
  const release = useRelease();
  const goOn = () => void release.run(id, {});
  const lose = () => void release.run(id, { instead: LOSE.instead });
  useCommands([
    { id: 'held-continue', title: 'Continue', group: 'Held', shortcut: 'C', run: goOn },
    { id: 'held-lose', title: LOSE.text, group: 'Held', shortcut: LOSE.shortcut, run: lose },
  ]);
  return (
    <ActionBar>
      <div>
        <AnswerInstead id={id} hasKeys />
      </div>
      <Button
        variant="filled"
        leftSection={<PlayIcon size={16} />}
        rightSection={<ShortcutCap shortcut="C" />}
        loading={release.busy}
        onClick={goOn}
      >
        Continue
      </Button>
    </ActionBar>
  );
}

function BothSides({ request, held }: HeldDetailProps) {
  const api = useApi();
  const now = useEachSecond((time) => time);
  const { runID, answer } = request;
  const made = useLiveQuery(
    `run of ${request.id}`,
    () => (runID === '' ? Promise.resolve(undefined) : readRun(api, runID)),
    (event) => event.type === 'run' && event.row.id === runID,
  );
  const others = held.filter(({ id }) => id !== request.id);
  const below = others.filter(({ client }) => clientText(client) !== clientText(request.client));
  return (
    <>
      <div className={classes['ladder']}>
        <Ladder
          label="Ladder"
          client={clientText(request.client) || 'Client'}
          {...(below.length === 0 ? {} : { below: nameOf(below) })}
          data={heldLadder(request, held, { made: made.data, now })}
        />
      </div>
      {others.map((other) => (
        <Order key={other.id} {...{ request, other, held }} />
      ))}
      {answer !== null && (
        <section aria-label="The answer kept back">
          <h2 className={classes['kept']}>
            The answer kept back <ToneBadge tone={statusTone(answer.status)}>{answer.status}</ToneBadge>
          </h2>
          <SideBody label="Response" side={sideOf(answer)} />
        </section>
      )}
    </>
  );
}

function nameOf(requests: readonly HeldRequest[]): string {
  const names = new Set(requests.map(({ client }) => clientText(client)));
  const [name = ''] = names;
  return names.size === 1 ? name || 'Other client' : 'Other clients';
}

interface OrderProps extends Pick<HeldDetailProps, 'request' | 'held'> {
  readonly other: HeldRequest;
}

/** The order in which another request is answered before this one, as a schedule to keep. */
function Order({ request, other, held }: OrderProps) {
  return (
    <p className={classes['order']}>
      Continue <b>{stripBidiControls(clientText(other.client) || subjectOf(other))}</b> first, and it is answered before
      this one.{' '}
      <button
        type="button"
        className={classes['save']}
        title="Calls are numbered from the first one that is held"
        onClick={() => saveFile('schedule.json', `${JSON.stringify(orderOf(request, other, held), null, 2)}\n`)}
      >
        Save this order as a schedule
      </button>
    </p>
  );
}

/** The request as its client sent it. */
function RequestTab({ request: { request } }: { request: HeldRequest }) {
  return <SideView label="Request" side={sideOf(request)} />;
}

/** The answer that is kept back. */
function AnswerTab({ request: { answer } }: { request: HeldRequest }) {
  if (answer === null) return <p className="quiet">{NO_ANSWER}</p>;
  return <SideView label="Response" side={sideOf(answer)} />;
}

/** Both sides as they are sent. */
function RawTab({ request: { request, answer } }: { request: HeldRequest }) {
  const line = answer === null ? `[${NO_ANSWER}]` : `HTTP/1.1 ${answer.status}`;
  return (
    <RawSides
      request={{ line: `${request.method} ${request.path} HTTP/1.1`, side: sideOf(request) }}
      answer={{ line, side: answer === null ? undefined : sideOf(answer) }}
    />
  );
}

const NO_ANSWER = 'There is no answer yet: the call has not been executed.';

/** The attempts before the held one. @param props `earlier` newest first */
function EarlierAttempts({ earlier: [last], query }: { earlier: readonly TrafficItem[]; query: string }) {
  if (last === undefined) return <p className="quiet">The first attempt: its client has not sent this call before.</p>;
  return (
    <>
      <p className="quiet">The held request comes after these.</p>
      <Attempts row={last} query={query} />
    </>
  );
}
