import { Button } from '@mantine/core';
import { memo } from 'react';
import { useFrozenRows } from '../../core/frozen-rows.ts';
import type { TrafficItem } from '../../core/hangar.ts';
import { DocsLink } from '../../ui/DocsLink.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { Row } from '../../ui/Row.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx';
import { duration } from '../../ui/time.ts';
import { VirtualList } from '../../ui/VirtualList.tsx';
import classes from './traffic.module.css';
import { noteOf, shortPath, statusText, statusTone } from './traffic-look.ts';
import type { TrafficLog } from './use-traffic-log.ts';

const keyOf = ({ id }: TrafficItem) => id;

/** The live list of requests, newest first. */
export function TrafficList({ log, query, selected }: { log: TrafficLog; query: string; selected: string }) {
  const held = useFrozenRows(log.rows, keyOf, log.epoch);
  if (!log.loaded) return log.error === '' ? <LoadingState /> : <ErrorState message={log.error} />;
  if (held.rows.length === 0) return <NoTraffic log={log} />;
  return (
    <VirtualList
      label="Traffic"
      count={held.rows.length}
      selected={selected}
      keyOf={(index) => held.rows[index]?.id ?? ''}
      hrefOf={(index) => `/traffic/${held.rows[index]?.id ?? ''}${query}`}
      pending={held.waiting}
      onFreeze={held.hold}
      onShowPending={held.release}
      render={(index) => {
        const row = held.rows[index];
        return row !== undefined && <TrafficRowView row={row} />;
      }}
    />
  );
}

/** Drawn again only when its request changes, however fast others come. */
const TrafficRowView = memo(function TrafficRowView({ row }: { row: TrafficItem }) {
  return (
    <span className={classes['row']}>
      <Row
        icon={
          <span className={classes['status']} data-tone={statusTone(row.status)}>
            {statusText(row.status)}
          </span>
        }
        title={`${row.method} ${shortPath(row.path)}`}
        aside={
          <>
            {duration(row.milliseconds)} · <RelativeTime at={row.at} />
          </>
        }
        note={<span data-bad={row.error !== ''}>{noteOf(row)}</span>}
      />
    </span>
  );
});

function NoTraffic({ log: { total, setFilter } }: { log: TrafficLog }) {
  if (total > 0) {
    return (
      <EmptyState title="No request matches" action={<Button onClick={() => setFilter('')}>Clear the filter</Button>}>
        Requests that match appear here as they come.
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No requests yet">
      <DocsLink href="/docs/#point-your-program-here">Point your program at this server</DocsLink>: each of its requests
      appears here the moment it is answered. The overview has snippets to try.
    </EmptyState>
  );
}
