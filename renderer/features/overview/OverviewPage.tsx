import { useState } from 'react';
import { useInfo, useWorkspaceStatus } from '../../core/data.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { ScrollRegion } from '../../ui/ScrollRegion.tsx';
import { LoadingState } from '../../ui/states.tsx';
import { ConnectCard } from './ConnectCard.tsx';
import { LatestRuns } from './LatestRuns.tsx';
import classes from './Overview.module.css';
import { TryIt } from './TryIt.tsx';
import { WaitingPrompts } from './WaitingPrompts.tsx';

/** What to put into one's program, what waits, and what ran. */
export function OverviewPage() {
  const info = useInfo();
  return (
    <>
      <PageHeader
        title="Overview"
        meta={
          info === undefined
            ? undefined
            : `Hangar ${info.version} · ${info.data === '' ? 'in memory, nothing is written to disk' : info.data}`
        }
      />
      {info === undefined ? (
        <LoadingState />
      ) : (
        <ScrollRegion label="Overview">
          <Messages messages={info.messages} />
          <div className={classes['columns']}>
            <div className={classes['column']}>
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

/** What changes by itself; stands still while the pointer is over it. */
function LiveColumn() {
  const [isStill, setStill] = useState(false);
  return (
    <div className={classes['column']} onPointerEnter={() => setStill(true)} onPointerLeave={() => setStill(false)}>
      <WaitingPrompts isStill={isStill} />
      <LatestRuns isStill={isStill} />
    </div>
  );
}

/** What the start had to say, and what is wrong with the workspace file. */
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
