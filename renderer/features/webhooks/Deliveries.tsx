import { Link } from 'wouter';
import type { RunRow, TrafficRow } from '../../../shared/contract/emulator/rows.ts';
import { useFrozenRows } from '../../core/frozen-rows.ts';
import { useApi } from '../../core/hangar.ts';
import { useQuery } from '../../core/query.ts';
import { runStatus } from '../../core/run/run-display.ts';
import { DocsLink } from '../../ui/DocsLink.tsx';
import { TabPanel } from '../../ui/LinkTabs.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx';
import { StatusBadge, ToneBadge } from '../../ui/StatusBadge.tsx';
import { duration } from '../../ui/time.ts';
import type { WebhookGroup } from './webhook-groups.ts';
import classes from './webhooks.module.css';

const SHOWN = '200';

/** The latest calls of a webhook, live, and the runs that they made; they stand still while the pointer is over them. */
export function Deliveries({ group: { taskID, slug } }: { group: WebhookGroup }) {
  const api = useApi();
  const webhook = `${taskID}/${slug}`;
  const deliveries = useQuery(
    `deliveries ${webhook}`,
    () => api.traffic.list({ query: { webhook, limit: SHOWN } }),
    (event) => event.type === 'trafficCleared' || (event.type === 'traffic' && event.row.webhook === slug),
  );
  const made = useQuery(
    `runs of ${webhook}`,
    () => api.runs.list({ query: { task: taskID, text: slug, limit: SHOWN } }),
    (event) => event.type === 'run' && event.row.taskID === taskID && event.row.origin.webhook === slug,
  );
  const runs = new Map(made.data?.runs.map((run) => [run.id, run]));
  const { data, error, reload } = deliveries;
  const held = useFrozenRows(data?.entries ?? [], ({ id }) => id);
  return (
    <TabPanel label="Deliveries">
      {data === undefined && (error === '' ? <LoadingState /> : <ErrorState message={error} onRetry={reload} />)}
      {data !== undefined && held.rows.length === 0 && (
        <EmptyState title="No deliveries yet">
          <DocsLink href="/docs/webhooks.html#send-a-signed-request">Post to one of its URLs</DocsLink>, or send a test.
        </EmptyState>
      )}
      {held.rows.length > 0 && (
        <>
          <p role="status" className={classes['count']}>
            {held.rows.length} latest deliveries{held.waiting > 0 && ` · ${held.waiting} new when you leave the list`}
          </p>
          <Table rows={held.rows} runs={runs} hold={held.hold} />
        </>
      )}
    </TabPanel>
  );
}

interface TableProps {
  readonly rows: readonly TrafficRow[];
  /** By ID. */
  readonly runs: ReadonlyMap<string, RunRow>;
  readonly hold: (holding: boolean) => void;
}

function Table({ rows, runs, hold }: TableProps) {
  return (
    <table className={classes['table']} onPointerEnter={() => hold(true)} onPointerLeave={() => hold(false)}>
      <thead>
        <tr>
          <th scope="col">Status</th>
          <th scope="col">When</th>
          <th scope="col">Environment</th>
          <th scope="col">Run</th>
          <th scope="col">Request</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Delivery key={row.id} row={row} run={runs.get(row.runID)} />
        ))}
      </tbody>
    </table>
  );
}

function Delivery({ row, run }: { row: TrafficRow; run: RunRow | undefined }) {
  return (
    <tr>
      <td>
        <ToneBadge tone={row.status < 300 ? 'ok' : 'bad'}>{row.status}</ToneBadge>
      </td>
      <td className={classes['when']}>
        <RelativeTime at={row.at} suffix="ago" /> · {duration(row.milliseconds)}
      </td>
      <td>{row.path.split('/')[3]}</td>
      <td>
        {row.runID === '' ? (
          <span className={classes['error']}>{row.error}</span>
        ) : (
          <>
            {run !== undefined && <StatusBadge status={runStatus(run)} />}{' '}
            <Link href={`/runs/${row.runID}`} className="mono">
              {row.runID}
            </Link>
          </>
        )}
      </td>
      <td className={classes['when']}>
        <Link href={`/traffic/${row.id}`}>{row.client === '' ? 'Show' : row.client.split(' ')[0]} ↗</Link>
      </td>
    </tr>
  );
}
