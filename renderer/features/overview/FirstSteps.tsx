import { Button } from '@mantine/core';
import { CheckIcon, UnplugIcon } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import type { RunRow } from '../../../shared/contract/emulator/rows.ts';
import { openFaults, operationOfPath } from '../../core/faults/fault-draft.ts';
import { type InfoItem, type TrafficItem, useTraffic } from '../../core/data/hangar.ts';
import type { LongList } from '../../core/data/long-list.ts';
import { Ladder } from '../../core/ladder/Ladder.tsx';
import { useNavigate } from '../../core/page/page.ts';
import { runTitle } from '../../../shared/model/titles.ts';
import { runStatus } from '../../core/run/run-display.ts';
import { RunDuration } from '../../core/run/RunRowView.tsx';
import { reasonText } from '../../core/run/reason.tsx';
import { Attempts } from '../../core/traffic/Attempts.tsx';
import { ladderCall, ladderLane } from '../../core/traffic/ladder-parts.ts';
import { clientText } from '../../core/traffic/request-words.ts';
import { type Provocation, useProvocation } from '../../core/traffic/use-provoking.ts';
import { DocsLink, stripBidiControls } from '../../ui/text/shown-text.tsx';
import { RelativeTime, useEachSecond, instantOf } from '../../ui/text/time.tsx';
import { StatusIcon } from '../../ui/text/StatusBadge.tsx';
import { STATUS_DISPLAY } from '../../ui/text/status.ts';
import { CopyButton } from '../../ui/inputs/CopyButton.tsx';
import { Address, ConnectHeading, Snippets, useSnippet } from './ConnectCard.tsx';
import classes from './Overview.module.css';

/** Before the first run: connecting a program in four steps. Those that are done fold to a line. */
export function FirstSteps({ info, runs }: { info: InfoItem; runs: LongList<RunRow> }) {
  // Nothing moves under the pointer.
  const [isStill, setStill] = useState(false);
  const [isFolded, setFolded] = useState(false);
  const call = useTraffic().items.findLast(({ runID }) => runID !== '');
  const isDone = call !== undefined && (isFolded || !isStill);
  if (isDone && !isFolded) setFolded(true);
  const snippet = useSnippet(info);
  const address = (
    <>
      <code>{info.url}</code>, key <code>{info.apiKey}</code>
    </>
  );
  const copy = snippet.shown && (
    <CopyButton value={snippet.shown.text} label={`Copy again: the ${snippet.shown.name} snippet`} short="Copy again" />
  );
  return (
    <section className={classes['connect']} aria-labelledby="connect">
      <ConnectHeading />
      <ol className={classes['steps']} onPointerEnter={() => setStill(true)} onPointerLeave={() => setStill(false)}>
        <Step title="Point your program at Hangar" isDone={isDone} said={isDone && address}>
          <Address info={info} />
        </Step>
        <Step title="Send a request" isDone={isDone} said={isDone && <Called call={call} />} action={isDone && copy}>
          <Snippets {...snippet} isPrimary={call === undefined} />
        </Step>
        {call === undefined ? <NoCall port={new URL(info.url).port} /> : <FirstCall call={call} runs={runs} />}
      </ol>
      <p className="quiet">
        Have task definitions? Serve their folder: <code className="mono">hangar serve --definitions DIR</code>{' '}
        <DocsLink href="/docs/definition-files.html">Definition files</DocsLink>
      </p>
    </section>
  );
}

/** The steps after the first call: its run, then the loss of an answer. */
function FirstCall({ call, runs }: { call: TrafficItem; runs: LongList<RunRow> }) {
  const rows = Array.from({ length: runs.count }, (_, index) => runs.at(index));
  const run = rows.find((row) => row?.id === call.runID);
  const lost = useProvocation('lost_answer');
  return (
    <>
      <Step
        title="Watch it run"
        isDone={lost.sentence !== ''}
        said={run && <Outcome run={run} />}
        action={<Link href={`/runs/${call.runID}`}>Open the run</Link>}
      >
        {run && <FirstRun {...{ call, run }} />}
      </Step>
      {lost.met === undefined ? (
        <Step title="Break it on purpose">
          <Break {...{ call, lost }} />
        </Step>
      ) : (
        <Step
          title="Its answer was lost"
          said={<RelativeTime at={lost.met.at} suffix="ago" />}
          action={<Link href={`/traffic/${lost.met.id}`}>Show in Traffic</Link>}
        >
          <Attempts key={lost.met.id} row={lost.met} query="" />
          <Explore isNext />
        </Step>
      )}
    </>
  );
}

interface StepProps {
  readonly title: string;
  readonly isDone?: boolean;
  /** Beside the title: what came of it. */
  readonly said?: ReactNode;
  /** At the end of its line. */
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

function Step({ title, isDone = false, said, action, children }: StepProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <li data-done={isDone}>
      <div className="line">
        <h3>{title}</h3>
        <span className={classes['said']}>{said}</span>
        {isDone && (
          <Button size="compact-xs" variant="subtle" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Hide' : 'Show'}
          </Button>
        )}
        {action}
      </div>
      {(!isDone || isOpen) && children}
    </li>
  );
}

function Called({ call: { client, subject, path, at } }: { call: TrafficItem }) {
  const value = subject?.values[0];
  return (
    <>
      {stripBidiControls(clientText(client)) || 'A program'} called{' '}
      <b>{stripBidiControls(subject?.slug ?? operationOfPath(path))}</b>
      {value !== undefined && ' for '}
      {value !== undefined && <code>{stripBidiControls(value)}</code>} <RelativeTime at={at} suffix="ago" />
    </>
  );
}

/** The state of a run, and how long it took: `Refund an order succeeded in 4.1 s`. */
function Outcome({ run }: { run: RunRow }) {
  const status = runStatus(run);
  const isOver = run.endedAt !== null;
  return (
    <>
      <StatusIcon status={status} /> {stripBidiControls(runTitle(run))} {isOver ? '' : 'is '}
      {STATUS_DISPLAY[status].text.toLowerCase()}
      {isOver && ' in '}
      {isOver && <RunDuration run={run} />}
    </>
  );
}

/** The steps before the first call: Hangar listens, then shows the first request of a program. */
function NoCall({ port }: { port: string }) {
  const first = useTraffic().items.at(-1);
  return (
    <>
      <Step title="Watch it arrive">
        <p className={classes['arrival']} role="status" data-arrived={first !== undefined}>
          {first === undefined ? (
            `Listening on port ${port}. The first request appears here.`
          ) : (
            <>
              <CheckIcon size={14} />
              <Link href={`/traffic/${first.id}`}>
                {first.method} {first.path}
              </Link>
              {first.status === 0 ? 'The client disconnected.' : `Answered ${first.status}.`}
            </>
          )}
        </p>
      </Step>
      <Step title="Break it on purpose">
        <Explore />
      </Step>
    </>
  );
}

/** The first call and its run, live. */
function FirstRun({ call, run }: { call: TrafficItem; run: RunRow }) {
  const made = instantOf(run.createdAt);
  const now = 1000 * useEachSecond((time) => Math.ceil((time - made) / 1000));
  const { activeAt, endedAt, reason } = run;
  const since = (at: string | null) => (at === null ? null : instantOf(at) - made);
  return (
    <>
      <div className={classes['ladder']}>
        <Ladder
          label="The first call"
          client={stripBidiControls(clientText(call.client)) || 'Your program'}
          data={{
            calls: [ladderCall(call, 0)],
            lanes: [ladderLane(run, { made: 0, from: since(activeAt) ?? 0, to: since(endedAt) })],
            ...(endedAt === null ? { now: Math.max(now, 1) } : {}),
          }}
        />
      </div>
      {reason !== null && <p className="quiet">{reasonText(reason)}.</p>}
    </>
  );
}

/** Loses the answer of the next call like the first one. */
function Break({ call, lost }: { call: TrafficItem; lost: Provocation }) {
  const task = call.subject?.slug;
  const match = { operation: operationOfPath(call.path), ...(task === undefined ? {} : { task }) };
  return (
    <p className={classes['break']} role="status">
      {lost.sentence === '' ? (
        <>
          <span>
            Hangar does what the next <b>{match.operation}</b> asks, but its answer never arrives. Does your program try
            again, and with the same key?
          </span>
          <Button
            variant="filled"
            leftSection={<UnplugIcon size={14} />}
            loading={lost.isBusy}
            onClick={() => lost.provoke({ kind: 'lose', match })}
          >
            Now lose its answer
          </Button>
          <span>once, then all is as before</span>
        </>
      ) : (
        `${stripBidiControls(lost.sentence)} Send the call again: its attempts appear here.`
      )}
    </p>
  );
}

/** Other ways to break it. */
function Explore({ isNext = false }: { isNext?: boolean }) {
  const navigate = useNavigate();
  return (
    <p className={classes['break']}>
      {!isNext && <span>Lose an answer or limit the rate, and see what your program does.</span>}
      <Button variant={isNext ? 'filled' : 'default'} onClick={() => navigate('/explore/new')}>
        Explore every fault
      </Button>
      <Button onClick={() => openFaults('footer')}>Open faults</Button>
      <DocsLink href="/docs/lab.html">About the test lab</DocsLink>
    </p>
  );
}
