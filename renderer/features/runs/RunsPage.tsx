import { Button } from '@mantine/core';
import { Suspense, useMemo } from 'react';
import { useRoute } from 'wouter';
import { useStore } from 'zustand';
import { filterProblem } from '../../../shared/model/read-filter.ts';
import type { RunRow } from '../../../shared/contract/emulator/rows.ts';
import { InvalidFilter } from '../../core/filter/InvalidFilter.tsx';
import { HiddenRows } from '../../core/filter/HiddenRows.tsx';
import { useHangar } from '../../core/hangar.ts';
import { useQueryState } from '../../core/url.ts';
import { isListEmpty, WindowedList } from '../../core/WindowedList.tsx';
import { RunRowView } from '../../core/run/RunRowView.tsx';
import { windowedRuns } from '../../core/run/windowed-runs.ts';
import type { WindowedRows } from '../../core/windowed-rows.ts';
import { DocsLink } from '../../ui/DocsLink.tsx';
import { ListDetail } from '../../ui/ListDetail.tsx';
import { useNow } from '../../ui/RelativeTime.tsx';
import { EmptyState, LoadingState } from '../../ui/states.tsx';
import { filtersOf, isAnySet, NO_FILTERS, selectionOf } from './run-filters.ts';
import { LazyRunComparison } from './lazy-run-comparison.ts';
import { NoRunSelected } from './NoRunSelected.tsx';
import { RunDetail } from './RunDetail.tsx';
import { RunFilterBar, useNumberOfRuns } from './RunFilterBar.tsx';

/** `/runs`, `/runs/:id/:tab` and `/runs/:id/compare`, with the filters in the query. */
export function RunsPage() {
  const [, params] = useRoute('/runs/:id/:tab?');
  const { get, query } = useQueryState();
  const id = params?.id;
  const list = useRunList(query);
  const filters = filtersOf(get);
  const isFiltered = isAnySet(filters);
  const all = useNumberOfRuns(isFiltered);
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
      list={<RunList {...{ list, query, isFiltered, all }} selected={id ?? ''} />}
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

function RunList({ list, query, selected, isFiltered, all }: RunListProps) {
  const { get, set } = useQueryState();
  const { loaded, total, pending } = useStore(list.store);
  const clear = () => set(NO_FILTERS);
  if (filterProblem('run', get('q')) !== '') return <InvalidFilter noun="run" />;
  return (
    <>
      <WindowedList
        label="Runs"
        list={list}
        idOf={({ id }) => id}
        path="/runs"
        query={query}
        selected={selected}
        render={(run) => <RunRowView run={run} />}
        empty={isFiltered ? <NoMatches onClear={clear} /> : null}
      />
      <HiddenRows
        {...{ isFiltered, noun: 'run', onClear: clear }}
        hidden={all === undefined || !loaded ? undefined : all - total - pending}
      />
    </>
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

function NoMatches({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState title="No matching runs" action={<Button onClick={onClear}>Clear filters</Button>}>
      New runs that match appear here.
    </EmptyState>
  );
}
