import { Link } from 'wouter';
import type { FindingRule } from '../../../shared/registry/finding-rules.ts';
import type { TrafficItem } from '../../core/data/hangar.ts';
import { FrozenList } from '../../core/data/FrozenList.tsx';
import { NoMatches } from '../../core/filter/NoMatches.tsx';
import { InvalidFilter } from '../../core/filter/InvalidFilter.tsx';
import { HiddenRows } from '../../core/filter/HiddenRows.tsx';
import { DocsLink } from '../../ui/text/DocsLink.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../ui/text/states.tsx';
import { TrafficRowView } from './TrafficRowView.tsx';
import type { TrafficLog } from './use-traffic-log.ts';

const idOf = ({ id }: TrafficItem) => id;

interface TrafficListProps {
  readonly log: TrafficLog;
  readonly query: string;
  readonly selected: string;
  /** Rules of findings, by the ID of a request that is evidence. */
  readonly findings: ReadonlyMap<string, FindingRule>;
}

/** The live list of requests, newest first. */
export function TrafficList({ log, query, selected, findings }: TrafficListProps) {
  if (log.filterProblem !== '') return <InvalidFilter noun="request" />;
  if (!log.loaded) return log.error === '' ? <LoadingState /> : <ErrorState message={log.error} onRetry={log.reload} />;
  const isFiltered = log.filter.trim() !== '';
  const clear = () => log.setFilter('');
  return (
    <>
      <FrozenList
        {...{ label: 'Traffic', path: '/traffic', items: log.rows, idOf, query, selected }}
        reset={log.epoch}
        render={(row) => <TrafficRowView row={row} finding={findings.get(row.id)} />}
        empty={log.total === 0 ? null : <NoMatches noun="request" onClear={clear} />}
      />
      <HiddenRows {...{ isFiltered, noun: 'request', onClear: clear }} hidden={log.total - log.rows.length} />
    </>
  );
}

/** Shown while no request has been logged. */
export function NoTraffic() {
  return (
    <EmptyState title="No requests yet">
      <DocsLink href="/docs/#point-your-program-here">Point your program at this server</DocsLink>, or copy a snippet
      from the <Link href="/overview">overview</Link>.
    </EmptyState>
  );
}
