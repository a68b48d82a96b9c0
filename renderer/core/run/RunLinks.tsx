import { Link } from 'wouter';
import type { RunRow } from '../../../shared/contract/emulator/rows.ts';
import classes from './RunLinks.module.css';
import { RunRowView } from './RunRowView.tsx';

/** Links to a few runs. */
export function RunLinks({
  runs,
  className = classes['run'] ?? '',
}: {
  runs: readonly RunRow[];
  className?: string | undefined;
}) {
  return runs.map((run) => (
    <Link key={run.id} href={`/runs/${run.id}`} className={className}>
      <RunRowView run={run} />
    </Link>
  ));
}
