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
import { runStatus } from '../../core/run/run-display.ts';
import { reasonText } from '../../core/run/reason.tsx';
import { Attempts } from '../../core/traffic/Attempts.tsx';
import { ladderCall, ladderLane } from '../../core/traffic/ladder-parts.ts';
import { clientText } from '../../core/traffic/request-words.ts';
import { type Provocation, useProvocation } from '../../core/traffic/use-provoking.ts';
import { DocsLink, stripBidiControls } from '../../ui/text/shown-text.tsx';
import { useEachSecond, instantOf } from '../../ui/text/time.tsx';
import { STATUS_DISPLAY } from '../../ui/text/status.ts';
import { Address, ConnectHeading, Snippets } from './ConnectCard.tsx';
import classes from './Overview.module.css';

/** Before the first run: connecting a program in four steps. Those that are done fold to a line. */
export function FirstSteps({ info, runs }: { info: InfoItem; runs: LongList<RunRow> }) {
  // Nothing moves under the pointer.
  const [isStill, setStill] = useState(false);
  const [isFolded, setFolded] = useState(false);
  const { items } = useTraffic();
  const call = items.findLast(({ runID }) => runID !== '');
  const folds = call !== undefined && (isFolded || !isStill);
  if (folds && !isFolded) setFolded(true);
  const lost = useProvocation('lost_answer');
  return (
    <section className={classes['connect']} aria-labelledby="connect">
      <ConnectHeading />
      <ol className={classes['steps']} onPointerEnter={() => setStill(true)} onPointerLeave={() => setStill(false)}>
        <Step
          title="Point your program at Hangar"
          done={
            folds && (
              <>
                <code>{info.url}</code>, key <code>{info.apiKey}</code>
              </>
            )
          }
        >
          <Address info={info} />
        </Step>
        <Step title="Send a request" done={folds && <Called call={call} />}>
          <Snippets info={info} isPrimary={call === undefined} />
        </Step>
        {call === undefined ? (
          <Step title="Watch it arrive">
            <FirstRequest port={new URL(info.url).port} />
          </Step>
        ) : (
          <Step title="Watch it run" done={lost.sentence !== '' && <OpenRun id={call.runID} />}>
            <FirstRun call={call} runs={runs} />
          </Step>
        )}
        <Step title="Break it on purpose">
          <Break {...{ call, lost }} />
        </Step>
      </ol>
      <p className="quiet">
        Have task definitions? Serve their folder: <code className="mono">hangar serve --definitions DIR</code>{' '}
        <DocsLink href="/docs/definition-files.html">Definition files</DocsLink>
      </p>
    </section>
  );
}

interface StepProps {
  readonly title: string;
  /** Its outcome, once it is done; false before. */
  readonly done?: ReactNode;
  readonly children: ReactNode;
}

function Step({ title, done = false, children }: StepProps) {
  const [isOpen, setOpen] = useState(false);
  const isDone = done !== false;
  return (
    <li data-done={isDone}>
      <div className="line">
        <h3>{title}</h3>
        {isDone && (
          <>
            <span className={classes['done']}>{done}</span>
            <Button size="compact-xs" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {isOpen ? 'Hide' : 'Show'}
            </Button>
          </>
        )}
      </div>
      {(!isDone || isOpen) && children}
    </li>
  );
}

function Called({ call: { client, subject, path } }: { call: TrafficItem }) {
  return (
    <>
      {stripBidiControls(clientText(client)) || 'A program'} called{' '}
      <b>{stripBidiControls(subject?.slug ?? operationOfPath(path))}</b>{' '}
      {subject?.values[0] !== undefined && <code>{stripBidiControls(subject.values[0])}</code>}
    </>
  );
}

/** Says that Hangar listens, then shows the first request of a program. */
function FirstRequest({ port }: { port: string }) {
  const first = useTraffic().items.at(-1);
  return (
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
  );
}

function OpenRun({ id }: { id: string }) {
  const navigate = useNavigate();
  return (
    <Button size="compact-xs" variant="subtle" onClick={() => navigate(`/runs/${id}`)}>
      Open the run
    </Button>
  );
}

/** The first call and its run, live. */
function FirstRun({ call, runs }: { call: TrafficItem; runs: LongList<RunRow> }) {
  const rows = Array.from({ length: runs.count }, (_, index) => runs.at(index));
  const run = rows.find((row) => row?.id === call.runID);
  const made = instantOf(run?.createdAt ?? call.at);
  const now = 1000 * useEachSecond((time) => Math.ceil((time - made) / 1000));
  if (run === undefined) return null;
  const { activeAt, endedAt, reason } = run;
  const since = (at: string) => instantOf(at) - made;
  const times = {
    made: 0,
    from: activeAt === null ? 0 : since(activeAt),
    to: endedAt === null ? null : since(endedAt),
  };
  const note = reason === null ? STATUS_DISPLAY[runStatus(run)].text : reasonText(reason);
  return (
    <>
      <div className={classes['ladder']}>
        <Ladder
          label="The first call"
          client={stripBidiControls(clientText(call.client)) || 'Your program'}
          data={{
            calls: [ladderCall(call, 0)],
            lanes: [ladderLane(run, times)],
            ...(endedAt === null ? { now: Math.max(now, 1) } : {}),
          }}
        />
      </div>
      <p className="quiet">
        {note}. <OpenRun id={run.id} />
      </p>
    </>
  );
}

/** Loses the answer of the next call like the first one, and shows what the client does then. */
function Break({ call, lost }: { call: TrafficItem | undefined; lost: Provocation }) {
  const navigate = useNavigate();
  const explore = { onClick: () => navigate('/explore/new') };
  if (call === undefined || lost.met !== undefined)
    return (
      <>
        {lost.met !== undefined && <Attempts key={lost.met.id} row={lost.met} query="" />}
        <p className={classes['break']}>
          {lost.met === undefined && <span>Lose an answer or limit the rate, and see what your program does.</span>}
          <Button variant={lost.met === undefined ? 'default' : 'filled'} {...explore}>
            Explore every fault
          </Button>
          <Button onClick={() => openFaults('footer')}>Open faults</Button>
          <DocsLink href="/docs/lab.html">About the test lab</DocsLink>
        </p>
      </>
    );
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
