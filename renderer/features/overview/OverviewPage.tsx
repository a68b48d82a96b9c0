import { VisuallyHidden } from '@mantine/core';
import { type ComponentProps, useState } from 'react';
import { useApi, useInfo, useResources, useTasks, useWorkspaceStatus } from '../../core/data/hangar.ts';
import { useLongList } from '../../core/data/long-list.ts';
import { runList } from '../../core/run/run-list.ts';
import { LoadingState } from '../../ui/text/states.tsx';
import { Clients } from './Clients.tsx';
import { ConnectCard } from './ConnectCard.tsx';
import { Coverage } from './Coverage.tsx';
import { FirstSteps } from './FirstSteps.tsx';
import { LatestRuns, PendingPrompts } from './LiveCards.tsx';
import classes from './Overview.module.css';
import { TryIt } from './TryIt.tsx';
import { stripBidiControls } from '../../ui/text/shown-text.tsx';

/**
 * The overview: connecting a program, latest runs, pending prompts, the clients and their coverage; before the first run,
 * the steps to it, and samples to try.
 */
export function OverviewPage() {
  const info = useInfo();
  const isReady = [useTasks(), useResources()].every(({ loaded }) => loaded);
  const runs = useLongList(runList(useApi()));
  const knowsRuns = runs.loaded || runs.error !== '';
  return (
    <>
      <VisuallyHidden component="h1">Overview</VisuallyHidden>
      {info === undefined || !isReady || !knowsRuns ? (
        <LoadingState />
      ) : (
        <div className={classes['page']} role="region" aria-label="Overview" tabIndex={0}>
          <Messages messages={info.messages} />
          <Columns info={info} runs={runs} />
        </div>
      )}
    </>
  );
}

function Columns({ info, runs }: ComponentProps<typeof FirstSteps>) {
  const [isStill, setStill] = useState(false);
  const still = { onPointerEnter: () => setStill(true), onPointerLeave: () => setStill(false) };
  // Samples stay until the page is opened again, since the first run must not move the button that started it.
  const [isUsed, setUsed] = useState(runs.total > 0);
  if (isUsed && runs.loaded && runs.total === 0) setUsed(false);
  return (
    <div className={classes['columns']}>
      <div>
        {isUsed ? <ConnectCard info={info} /> : <FirstSteps info={info} runs={runs} />}
        <div {...still}>
          {isUsed ? <LatestRuns list={runs} isStill={isStill} room={13} /> : <Clients isStill={isStill} />}
        </div>
      </div>
      <div>
        {!isUsed && runs.loaded && <TryIt isFirstStart={info.firstStart} />}
        <div {...still}>
          <PendingPrompts isStill={isStill} />
          {!isUsed && <LatestRuns list={runs} isStill={isStill} room={5} />}
          {isUsed && <Clients isStill={isStill} />}
          {isUsed && <Coverage isStill={isStill} />}
        </div>
      </div>
    </div>
  );
}

/** Messages of the start, and problems of the workspace file. */
function Messages({ messages }: { messages: readonly string[] }) {
  const status = useWorkspaceStatus();
  const problems = status === undefined || status.problem === '' ? [] : [status.problem];
  const all = [...problems, ...messages, ...(status?.warnings ?? [])];
  if (all.length === 0) return null;
  return (
    <ul className={classes['messages']} aria-label="Messages">
      {all.map((message) => (
        <li key={message}>{stripBidiControls(message)}</li>
      ))}
    </ul>
  );
}
