import { Link } from 'wouter';
import type { RunRow } from '../../../shared/contract/emulator/rows.ts';
import { useApi } from '../../core/hangar.ts';
import { useQuery } from '../../core/query.ts';
import { runStatus } from '../../core/run/run-display.ts';
import { duration, millisecondsOf } from '../../ui/time.ts';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';

/** The status of a task's latest run, live. */
export function LatestRun({ id }: { id: string }) {
  const api = useApi();
  const latest = useQuery(
    `latest run of ${id}`,
    () => api.runs.list({ query: { task: id, limit: '1' } }),
    (event) => event.type === 'run' && event.row.taskID === id,
  );
  const run = latest.data?.runs[0];
  return (
    <>
      <h2>Latest run</h2>
      {run === undefined ? (
        <p className="quiet">{latest.data === undefined ? '…' : 'No runs yet'}</p>
      ) : (
        <Run run={run} />
      )}
    </>
  );
}

function Run({ run }: { run: RunRow }) {
  const took = run.endedAt === null ? undefined : millisecondsOf(run.endedAt) - millisecondsOf(run.createdAt);
  return (
    <>
      <p className="row">
        <StatusBadge status={runStatus(run)} />
        <span>
          <RelativeTime at={run.createdAt} suffix="ago" />
          {took !== undefined && `, ${duration(took)}`}
        </span>
        <Link href={`/runs/${run.id}`}>{run.waiting ? 'Answer prompt' : 'Open run'}</Link>
      </p>
      {run.failure !== '' && <p className="error">{run.failure}</p>}
    </>
  );
}
