import { Button } from '@mantine/core';
import { ChevronDownIcon, ChevronRightIcon, WebhookIcon } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { numberText, stripBidiControls, DocsLink } from '../../ui/text/shown-text.tsx';
import type { RunRow, TrafficRow } from '../../../shared/contract/emulator/rows.ts';
import { type WebhookConfig, webhooksOf } from '../../../shared/model/task.ts';
import { useFrozenRows } from '../../core/data/frozen-rows.tsx';
import { useApi, useTasks, useLiveQuery } from '../../core/data/hangar.ts';
import { FilterField } from '../../core/filter/FilterField.tsx';
import { NoMatches } from '../../core/filter/FilteredList.tsx';
import { FilterLine } from '../../core/filter/FilterLine.tsx';
import { useQueryState } from '../../core/page/page.ts';
import { DataTable } from '../../ui/lists/DataTable.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../ui/text/states.tsx';
import classes from './webhooks.module.css';
import { hrefOf, type WebhookGroup } from './webhook-groups.ts';
import { runStatus, shortID } from '../../core/run/run-display.ts';
import { clientText, endText, statusTone } from '../../core/traffic/request-words.ts';
import { IconButton } from '../../ui/inputs/IconButton.tsx';
import { RelativeTime, duration } from '../../ui/text/time.tsx';
import { StatusBadge, ToneBadge } from '../../ui/text/StatusBadge.tsx';
import { DeliveryDetail } from './DeliveryDetail.tsx';

const LIMIT = '200';
/** Minimum time between two searches while deliveries arrive, in milliseconds. */
const SEARCH_DELAY = 1000;

/** The latest calls of a webhook with their runs, live. Rows do not move while the pointer is over them. */
export function Deliveries({ group: { taskID, taskSlug, slug } }: { group: WebhookGroup }) {
  const api = useApi();
  const webhook = `${taskID}/${slug}`;
  const { get, set } = useQueryState();
  const q = get('q');
  const onChange = (text: string) => set({ q: text });
  const deliveries = useLiveQuery(
    `deliveries ${webhook} ${q}`,
    () => api.traffic.list({ query: { webhook, limit: LIMIT, q } }),
    (event) => event.type === 'trafficCleared' || (event.type === 'traffic' && event.row.webhook === slug),
    q === '' ? undefined : SEARCH_DELAY,
  );
  const all = useLiveQuery(
    `number of deliveries ${webhook} ${String(q !== '')}`,
    async () => (q === '' ? undefined : (await api.traffic.list({ query: { webhook, limit: '0' } })).total),
    (event) =>
      q !== '' && (event.type === 'trafficCleared' || (event.type === 'traffic' && event.row.webhook === slug)),
    SEARCH_DELAY,
  );
  const created = useLiveQuery(
    `runs of ${webhook}`,
    () => api.runs.list({ query: { task: taskID, text: slug, limit: LIMIT } }),
    (event) => event.type === 'run' && event.row.taskID === taskID && event.row.origin.webhook === slug,
  );
  const task = useTasks().items.find(({ id }) => id === taskID);
  const signing = task === undefined ? undefined : webhooksOf(task)[slug]?.signing;
  const runs = new Map(created.data?.runs.map((run) => [run.id, run]));
  const { data, error, reload } = deliveries;
  const sendTest = (
    <Button component={Link} href={`${hrefOf({ taskSlug, slug })}/test`}>
      Send a test
    </Button>
  );
  const frozen = useFrozenRows(data?.entries ?? [], ({ id }) => id, q);
  return (
    <>
      <div className={classes['filter']}>
        <FilterField kind="request" label="Filter deliveries" value={q} onChange={onChange} />
        <FilterLine
          {...{ kind: 'request', value: q, onChange, noun: 'delivery', plural: 'deliveries', isFiltered: q !== '' }}
          shown={data?.total}
          total={all.data}
          note={noteOf({ ...frozen, total: data?.total ?? 0 })}
        />
      </div>
      {data === undefined && (error === '' ? <LoadingState /> : <ErrorState message={error} onRetry={reload} />)}
      {data !== undefined && frozen.count === 0 && q !== '' && (
        <NoMatches noun="delivery" plural="deliveries" onClear={() => onChange('')} />
      )}
      {data !== undefined && frozen.count === 0 && q === '' && (
        <EmptyState icon={WebhookIcon} title="No deliveries yet" action={sendTest}>
          Each request to one of the URLs appears here, with <DocsLink href="/docs/webhooks.html">its run</DocsLink>.
        </EmptyState>
      )}
      {frozen.count > 0 && <Table rows={frozen.rows} runs={runs} signing={signing} setFrozen={frozen.setFrozen} />}
    </>
  );
}

/** Says that rows are missing from the table: those beyond its limit, and new ones while the pointer is over it. */
function noteOf({ count, pending, total }: { count: number; pending: number; total: number }): string {
  if (pending > 0) return ` · ${numberText(pending)} new, shown when the pointer leaves`;
  return count < total ? ` · the latest ${count} are below` : '';
}

interface TableProps {
  readonly rows: readonly TrafficRow[];
  /** Runs by ID. */
  readonly runs: ReadonlyMap<string, RunRow>;
  /** The webhook's saved secret and header. */
  readonly signing: WebhookConfig['signing'];
  readonly setFrozen: (isFrozen: boolean) => void;
}

function Table({ rows, runs, signing, setFrozen }: TableProps) {
  return (
    <DataTable columns={COLUMNS} onPointerEnter={() => setFrozen(true)} onPointerLeave={() => setFrozen(false)}>
      {rows.map((row) => (
        <Delivery key={row.id} row={row} run={runs.get(row.runID)} signing={signing} />
      ))}
    </DataTable>
  );
}

/** Heads of the columns of deliveries. */
const COLUMNS = ['Status', 'Run', 'Time', 'Environment', 'Request'];

interface DeliveryProps {
  readonly row: TrafficRow;
  readonly run: RunRow | undefined;
  readonly signing: WebhookConfig['signing'];
}

/** A row of the table of deliveries, and below it the details when it is open. */
function Delivery({ row, run, signing }: DeliveryProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <tr>
        <td>
          <span className="row" style={{ flexWrap: 'nowrap' }}>
            <IconButton
              icon={isOpen ? ChevronDownIcon : ChevronRightIcon}
              size={24}
              label="Details"
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
            />
            <ToneBadge tone={statusTone(row.status)}>{endText(row)}</ToneBadge>
          </span>
        </td>
        <td>
          {row.runID === '' ? (
            <span className="error">{stripBidiControls(row.error)}</span>
          ) : (
            <>
              {run !== undefined && <StatusBadge status={runStatus(run)} />}{' '}
              <Link href={`/runs/${row.runID}`} className="mono nowrap" title={row.runID}>
                {shortID(row.runID)}
              </Link>
            </>
          )}
        </td>
        <td>
          <span className="nowrap">
            <RelativeTime at={row.at} suffix="ago" /> ·
          </span>{' '}
          <span className="nowrap">{duration(row.milliseconds)}</span>
        </td>
        <td className="nowrap">{row.path.split('/')[3]}</td>
        <td>
          <Link href={`/traffic/${row.id}`}>{clientText(row.client) || 'Show'}</Link>
        </td>
      </tr>
      {isOpen && (
        <tr>
          <td colSpan={COLUMNS.length}>
            <DeliveryDetail id={row.id} signing={signing} />
          </td>
        </tr>
      )}
    </>
  );
}
