import { Link } from 'wouter';
import { useApi } from '../../core/hangar.ts';
import { useQuery } from '../../core/query.ts';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';

/** The status of a runbook's latest session, live. */
export function LatestSession({ id }: { id: string }) {
  const api = useApi();
  const latest = useQuery(
    `latest session of ${id}`,
    () => api.sessions.list({ query: { runbook: id, limit: '1' } }),
    (event) => event.type === 'session' && event.row.session.runbookID === id,
  );
  const row = latest.data?.sessions[0];
  return (
    <>
      <h2>Latest session</h2>
      {row === undefined ? (
        <p className="quiet">{latest.data === undefined ? '…' : 'No sessions yet'}</p>
      ) : (
        <p className="row">
          <StatusBadge status={row.session.status} />
          <RelativeTime at={row.session.createdAt} suffix="ago" />
          <Link href={`/sessions/${row.session.id}`}>Open session</Link>
        </p>
      )}
      {row !== undefined && row.failure !== '' && <p className="error">{row.failure}</p>}
    </>
  );
}
