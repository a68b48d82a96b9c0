import { Link } from 'wouter';
import type { RunRow } from '../../../shared/contract/emulator/rows.ts';
import classes from './RunLinks.module.css';
import { RunRowView } from './RunRowView.tsx';

/** Links to a few runs. */
export function RunLinks({ runs }: { runs: readonly RunRow[] }) {
  return runs.map((run) => (
    <Link key={run.id} href={`/runs/${run.id}`} className={classes['run'] ?? ''}>
      <RunRowView run={run} />
    </Link>
  ));
}
