import { Button } from '@mantine/core';
import { ActivityIcon } from 'lucide-react';
import { Link, useRoute } from 'wouter';
import type { RunRow } from '../../../shared/contract/emulator/rows.ts';
import { useCounts } from '../../core/data/counts.ts';
import { FilteredList } from '../../core/filter/FilteredList.tsx';
import { HeldBar } from '../../core/held/HeldBar.tsx';
import { useQueryState } from '../../core/page/page.ts';
import { RunRowView } from '../../core/run/RunRowView.tsx';
import { loadAhead, type LongList, useLongList } from '../../core/data/long-list.ts';
import { type Hangar, useApi } from '../../core/data/hangar.ts';
import { runList } from '../../core/run/run-list.ts';
import type { VirtualListProps } from '../../ui/lists/VirtualList.tsx';
import { DocsLink } from '../../ui/text/shown-text.tsx';
import { ListDetail } from '../../ui/layout/ListDetail.tsx';
import { useNow } from '../../ui/text/time.tsx';
import { EmptyState, LoadingState } from '../../ui/text/states.tsx';
import { RunDetail, RunPeek } from './RunDetail.tsx';
import { EVERY, filtersOf, isAnySet, NO_FILTERS, queryOf, RunFilterBar } from './RunFilterBar.tsx';
import { usePeek } from '../../core/page/use-peek.tsx';
import { lazyComponent } from '../../ui/deferred-code.ts';

/** The page that compares two runs, loaded on first use. */
const LazyRunComparison = lazyComponent(
  () => import('./compare/RunComparison.tsx').then((file) => file.RunComparison),
  () => <LoadingState />,
);

/** `/runs`, `/runs/:id/:tab` and `/runs/:id/compare`, with the filters in the query. */
export function RunsPage() {
  const [, params] = useRoute('/runs/:id/:tab?');
  const { get, query } = useQueryState();
  const id = params?.id;
  const filters = filtersOf(get);
  const { peek, rows } = usePeek({
    isOpen: id !== undefined,
    hrefOf: (of) => `/runs/${of}${query}`,
    show: (of) => <RunPeek key={of} id={of} tab="" query={query} />,
  });
  const now = useNow();
  const every = filters.since === '' ? undefined : EVERY;
  const list = useLongList(runList(useApi(), filters, () => queryOf(filters, now()), every));
  const isFiltered = isAnySet(filters);
  const all = useCounts('run', isFiltered ? [''] : []).get('');
  if (id !== undefined && params?.tab === 'compare') return <LazyRunComparison key={id} id={id} />;
  return (
    <ListDetail
      name="Runs"
      path={`/runs${query}`}
      filters={<RunFilterBar {...{ filters, list, all }} />}
      list={
        <>
          <RunList {...{ list, query, isFiltered, all, ...rows }} selected={id ?? ''} />
          <HeldBar />
        </>
      }
      detail={id !== undefined && <RunDetail key={id} id={id} tab={params?.tab ?? ''} query={query} />}
      empty={list.loaded && list.total === 0 && !isFiltered && <NoRuns />}
      peek={peek}
    />
  );
}

/** Loads the rows of the page without filters. */
export function loadRuns(hangar: Hangar): void {
  loadAhead(hangar, runList(hangar.api));
}

interface RunListProps extends Pick<VirtualListProps<RunRow>, 'peeked' | 'onPeek'> {
  readonly list: LongList<RunRow>;
  readonly query: string;
  readonly selected: string;
  readonly isFiltered: boolean;
  /** Number of all runs; undefined while unknown. */
  readonly all: number | undefined;
}

function RunList(list: RunListProps) {
  const { get, set } = useQueryState();
  return (
    <FilteredList
      {...list}
      kind="run"
      q={get('q')}
      onClear={() => set(NO_FILTERS)}
      label="Runs"
      path="/runs"
      idOf={({ id }) => id}
      render={(run) => <RunRowView run={run} />}
    />
  );
}

function NoRuns() {
  return (
    <EmptyState
      icon={ActivityIcon}
      title="No runs yet"
      action={
        <Button component={Link} href="/tasks">
          Choose a task
        </Button>
      }
    >
      Run a task here, or <DocsLink href="/docs/#the-first-request">execute one from your program</DocsLink>.
    </EmptyState>
  );
}
