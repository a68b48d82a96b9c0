import { Button } from '@mantine/core';
import { ArrowLeftRightIcon } from 'lucide-react';
import { Link } from 'wouter';
import type { FindingRule } from '../../../shared/registry/finding-rules.ts';
import { FilteredList } from '../../core/filter/FilteredList.tsx';
import type { TrafficItem } from '../../core/data/hangar.ts';
import type { VirtualListProps } from '../../ui/lists/VirtualList.tsx';
import { DocsLink } from '../../ui/text/shown-text.tsx';
import { EmptyState } from '../../ui/text/states.tsx';
import { TrafficRowView } from '../../core/traffic/TrafficRowView.tsx';
import type { TrafficLog } from './use-traffic-log.ts';

interface TrafficListProps extends Pick<VirtualListProps<TrafficItem>, 'peeked' | 'onPeek'> {
  readonly log: TrafficLog;
  readonly query: string;
  readonly selected: string;
  /** Rules of findings, by the ID of a request that is evidence. */
  readonly findings: ReadonlyMap<string, FindingRule>;
  /** The sender of most requests. */
  readonly usual: string;
}

/** The live list of requests, newest first. */
export function TrafficList({ log, findings, usual, ...view }: TrafficListProps) {
  const { list, filter, isFiltered, total, setFilter } = log;
  return (
    <FilteredList
      {...view}
      {...{ list, isFiltered }}
      kind="request"
      q={filter}
      all={total}
      onClear={() => setFilter('')}
      label="Traffic"
      path="/traffic"
      idOf={({ id }) => id}
      render={(row) => <TrafficRowView row={row} finding={findings.get(row.id)} usual={usual} />}
    />
  );
}

/** Shown while no request has been logged. */
export function NoTraffic() {
  return (
    <EmptyState
      icon={ArrowLeftRightIcon}
      title="No requests yet"
      action={
        <Button component={Link} href="/overview">
          Copy a snippet
        </Button>
      }
    >
      <DocsLink href="/docs/#point-your-program-here">Point your program at this server</DocsLink>, and its requests
      appear here.
    </EmptyState>
  );
}
