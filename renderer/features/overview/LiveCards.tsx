import { type ReactNode, useEffect, useId, useMemo } from 'react';
import { Link } from 'wouter';
import { useHangar, usePrompts } from '../../core/hangar.ts';
import { RunLinks } from '../../core/run/RunLinks.tsx';
import { ALL_RUNS } from '../../core/run/run-selection.ts';
import { windowedRuns } from '../../core/run/windowed-runs.ts';
import { useWindowed } from '../../core/WindowedList.tsx';
import { ErrorState, LoadingState } from '../../ui/states.tsx';
import classes from './Overview.module.css';
import { useFrozenRows } from '../../core/frozen-rows.ts';
import { CollectionView } from '../../core/QueryView.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { Row } from '../../ui/Row.tsx';
import { StatusIcon } from '../../ui/StatusBadge.tsx';

const MAX_RUNS = 8;
const MAX_PROMPTS = 5;

interface LiveCardProps {
  readonly title: string;
  /** Number of rows that are not shown while the pointer is over the cards. */
  readonly pending: number;
  readonly children: ReactNode;
}

function LiveCard({ title, pending, children }: LiveCardProps) {
  const id = useId();
  return (
    <section className={classes['card']} aria-labelledby={id}>
      <h2 id={id}>
        {title}
        {pending > 0 && <span className="quiet small"> · {pending} new, shown when the pointer leaves</span>}
      </h2>
      {children}
    </section>
  );
}

/** The latest runs, live. */
export function LatestRuns({ isStill }: { isStill: boolean }) {
  const hangar = useHangar();
  const list = useMemo(() => windowedRuns(hangar, ALL_RUNS), [hangar]);
  const { loaded, error, total, pending } = useWindowed(list);
  useEffect(() => list.setFrozen(isStill), [list, isStill]);
  const rows = Array.from({ length: Math.min(MAX_RUNS, total) }, (_, index) => list.at(index));
  return (
    <LiveCard title="Latest runs" pending={pending}>
      {!loaded && error === '' && <LoadingState />}
      {!loaded && error !== '' && <ErrorState message={error} onRetry={() => void list.reload()} />}
      {loaded && total === 0 && <p className="quiet small">No runs yet. Run a task here, or from your program.</p>}
      <RunLinks runs={rows.filter((run) => run !== undefined)} className={classes['row']} />
      {total > MAX_RUNS && <Link href="/runs">Show all {total.toLocaleString('en')} runs</Link>}
    </LiveCard>
  );
}

/** The oldest pending prompts, live. */
export function PendingPrompts({ isStill }: { isStill: boolean }) {
  const prompts = usePrompts();
  const { rows, pending, setFrozen } = useFrozenRows(prompts.items, ({ prompt }) => prompt.id);
  // `setFrozen` is a new function after each render; only `isStill` matters.
  useEffect(() => setFrozen(isStill), [isStill]);
  return (
    <LiveCard title="Pending prompts" pending={pending}>
      <CollectionView
        collection={{ ...prompts, items: rows }}
        empty={<p className="quiet small">No pending prompts.</p>}
      >
        {(items) => (
          <>
            {items.slice(0, MAX_PROMPTS).map(({ prompt, name }) => (
              <Link key={prompt.id} href={`/prompts/${prompt.id}`} className={classes['row'] ?? ''}>
                <Row
                  icon={<StatusIcon status="WaitingForPrompt" />}
                  title={prompt.description === '' ? name : prompt.description}
                  aside={<RelativeTime at={prompt.createdAt} />}
                  note={name}
                />
              </Link>
            ))}
            {items.length > MAX_PROMPTS && <Link href="/prompts">Show all {items.length} prompts</Link>}
          </>
        )}
      </CollectionView>
    </LiveCard>
  );
}
