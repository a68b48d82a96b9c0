import { Button } from '@mantine/core';
import { memo } from 'react';
import { Link } from 'wouter';
import type { TrafficItem } from '../../core/hangar.ts';
import { FrozenList } from '../../core/FrozenList.tsx';
import { DocsLink } from '../../ui/DocsLink.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { Row } from '../../ui/Row.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx';
import { duration } from '../../ui/time.ts';
import classes from './traffic.module.css';
import { noteOf, shortPath, statusText, statusTone } from './traffic-look.ts';
import type { TrafficLog } from './use-traffic-log.ts';

const idOf = ({ id }: TrafficItem) => id;

/** The live list of requests, newest first. */
export function TrafficList({ log, query, selected }: { log: TrafficLog; query: string; selected: string }) {
  if (!log.loaded) return log.error === '' ? <LoadingState /> : <ErrorState message={log.error} />;
  return (
    <FrozenList
      {...{ label: 'Traffic', path: '/traffic', items: log.rows, idOf, query, selected }}
      reset={log.epoch}
      render={(row) => <TrafficRowView row={row} />}
      empty={<NoTraffic log={log} />}
    />
  );
}

/** Memoized, so that a fast stream of requests does not render existing rows again. */
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
      <EmptyState title="No matching requests" action={<Button onClick={() => setFilter('')}>Clear filter</Button>}>
        New requests that match appear here.
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No requests yet">
      <DocsLink href="/docs/#point-your-program-here">Point your program at this server</DocsLink>, or copy a snippet
      from the <Link href="/overview">overview</Link>.
    </EmptyState>
  );
}
