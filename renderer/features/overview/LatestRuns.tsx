import { useEffect, useMemo } from 'react';
import { Link } from 'wouter';
import { useHangar } from '../../core/hangar.ts';
import { RunRowView } from '../../core/run/RunRowView.tsx';
import { ALL_RUNS } from '../../core/run/run-selection.ts';
import { windowedRuns } from '../../core/run/windowed-runs.ts';
import { useWindowed } from '../../core/WindowedList.tsx';
import { ErrorState, LoadingState } from '../../ui/states.tsx';
import classes from './Overview.module.css';

const MAX_ROWS = 8;

/** The latest runs, live. */
export function LatestRuns({ isStill }: { isStill: boolean }) {
  const hangar = useHangar();
  const list = useMemo(() => windowedRuns(hangar, ALL_RUNS), [hangar]);
  const { loaded, error, total, pending } = useWindowed(list);
  useEffect(() => list.setFrozen(isStill), [list, isStill]);
  const rows = Array.from({ length: Math.min(MAX_ROWS, total) }, (_, index) => list.at(index));
  return (
    <section className={classes['card']} aria-labelledby="latest">
      <h2 id="latest">
        Latest runs
        {pending > 0 && <span className="quiet small"> · {pending} new, shown when the pointer leaves</span>}
      </h2>
      {!loaded && error === '' && <LoadingState />}
      {!loaded && error !== '' && <ErrorState message={error} onRetry={() => void list.reload()} />}
      {loaded && total === 0 && <p className="quiet small">No runs yet. Run a task here, or from your program.</p>}
      {rows.map(
        (run) =>
          run !== undefined && (
            <Link key={run.id} href={`/runs/${run.id}`} className={classes['row'] ?? ''}>
              <RunRowView run={run} />
            </Link>
          ),
      )}
      {total > MAX_ROWS && <Link href="/runs">Show all {total.toLocaleString('en')} runs</Link>}
    </section>
  );
}
