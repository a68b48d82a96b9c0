import { useState } from 'react';
import { useInfo, useWorkspaceStatus } from '../../core/hangar.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { ScrollRegion } from '../../ui/ScrollRegion.tsx';
import { LoadingState } from '../../ui/states.tsx';
import { ConnectCard } from './ConnectCard.tsx';
import classes from './Overview.module.css';
import { TryIt } from './TryIt.tsx';
import { LatestRuns, PendingPrompts } from './LiveCards.tsx';

/** The overview: connecting a program, pending prompts and latest runs. */
export function OverviewPage() {
  const info = useInfo();
  return (
    <>
      <PageHeader
        title="Overview"
        meta={info === undefined ? undefined : `Hangar ${info.version} · ${info.data === '' ? 'in memory' : info.data}`}
      />
      {info === undefined ? (
        <LoadingState />
      ) : (
        <ScrollRegion label="Overview">
          <Messages messages={info.messages} />
          <div className={classes['columns']}>
            <div className="stack">
              <ConnectCard info={info} />
              <TryIt isFirstStart={info.firstStart} />
            </div>
            <LiveColumn />
          </div>
        </ScrollRegion>
      )}
    </>
  );
}

/** The live lists; their rows do not move while the pointer is over them. */
function LiveColumn() {
  const [isStill, setStill] = useState(false);
  return (
    <div className="stack" onPointerEnter={() => setStill(true)} onPointerLeave={() => setStill(false)}>
      <PendingPrompts isStill={isStill} />
      <LatestRuns isStill={isStill} />
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
        <li key={message}>{message}</li>
      ))}
    </ul>
  );
}
