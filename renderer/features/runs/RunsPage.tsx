import { Suspense, useMemo } from 'react';
import { useRoute } from 'wouter';
import { useStore } from 'zustand';
import type { RunRow } from '../../../shared/contract/emulator/rows.ts';
import { useTotal } from '../../core/data/use-total.ts';
import { FilteredList } from '../../core/filter/FilteredList.tsx';
import { useHangar } from '../../core/data/hangar.ts';
import { HeldBar } from '../../core/held/HeldBar.tsx';
import { useQueryState } from '../../core/page/url.ts';
import { isListEmpty } from '../../core/data/WindowedList.tsx';
import { RunRowView } from '../../core/run/RunRowView.tsx';
import { windowedRuns } from '../../core/run/windowed-runs.ts';
import type { WindowedRows } from '../../core/data/windowed-rows.ts';
import { DocsLink } from '../../ui/text/DocsLink.tsx';
import { ListDetail } from '../../ui/layout/ListDetail.tsx';
import { useNow } from '../../ui/text/RelativeTime.tsx';
import { EmptyState, LoadingState } from '../../ui/text/states.tsx';
import { filtersOf, isAnySet, NO_FILTERS, selectionOf } from './run-filters.ts';
import { RunDetail } from './RunDetail.tsx';
import { RunFilterBar } from './RunFilterBar.tsx';
import type { RunStatus } from '../../../shared/model/status.ts';
import { useStatusCounts } from '../../core/data/use-status-counts.ts';
import { NoneSelected } from '../../ui/layout/NoneSelected.tsx';
import { lazyComponent } from '../../ui/lazy-component.ts';

/** The page that compares two runs, loaded on first use. */
const LazyRunComparison = lazyComponent(() => import('./compare/RunComparison.tsx').then((file) => file.RunComparison));

/** `/runs`, `/runs/:id/:tab` and `/runs/:id/compare`, with the filters in the query. */
export function RunsPage() {
  const [, params] = useRoute('/runs/:id/:tab?');
  const { get, query } = useQueryState();
  const id = params?.id;
  const list = useRunList(query);
  const filters = filtersOf(get);
  const isFiltered = isAnySet(filters);
  const all = useTotal('run', isFiltered);
  const hasNone = useStore(list.store, isListEmpty);
  if (id !== undefined && params?.tab === 'compare') {
    return (
      <Suspense fallback={<LoadingState />}>
        <LazyRunComparison key={id} id={id} />
      </Suspense>
    );
  }
  return (
    <ListDetail
      name="Runs"
      path={`/runs${query}`}
      filters={<RunFilterBar {...{ filters, list, all }} />}
      list={
        <>
          <RunList {...{ list, query, isFiltered, all }} selected={id ?? ''} />
          <HeldBar />
        </>
      }
      detail={id !== undefined && <RunDetail key={id} id={id} tab={params?.tab ?? ''} query={query} />}
      empty={hasNone && !isFiltered && <NoRuns />}
      placeholder={<NoRunSelected />}
    />
  );
}

/** The live list of the runs that the filters in the query select. */
function useRunList(query: string): WindowedRows<RunRow> {
  const hangar = useHangar();
  const { get } = useQueryState();
  const now = useNow();
  // The query has all filters.
  return useMemo(() => windowedRuns(hangar, selectionOf(filtersOf(get), now)), [hangar, query, now]);
}

interface RunListProps {
  readonly list: WindowedRows<RunRow>;
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
    <EmptyState title="No runs yet">
      <DocsLink href="/docs/#the-first-request">Execute a task from your program</DocsLink>, or press Ctrl K and type
      the name of a task.
    </EmptyState>
  );
}

/** Shown beside the list while no run is selected: the runs by status. */
function NoRunSelected() {
  const links = useStatusCounts<RunStatus>({
    type: 'run',
    statuses: ['Failed', 'Active', 'Queued'],
    countOf: (api, status) => api.runs.list({ query: { status, limit: '0' } }),
    hrefOf: (status) => `/runs?status=${status}`,
  });
  return (
    <NoneSelected noun="run" shows="its timeline, output, logs and prompts" label="Runs by status" links={links} />
  );
}
