import { Button } from '@mantine/core';
import { useCallback } from 'react';
import { useRoute } from 'wouter';
import { useQueryState } from '../../core/url.ts';
import { RunRowView } from '../../core/run/RunRowView.tsx';
import { ListDetail } from '../../ui/ListDetail.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx';
import { VirtualList } from '../../ui/VirtualList.tsx';
import { FILTER_NAMES, type RunFilters } from './run-filters.ts';
import { useRunList } from './run-list.ts';
import { RunDetail } from './RunDetail.tsx';
import { RunFilterBar } from './RunFilterBar.tsx';

/** `/runs` and `/runs/:id/:tab`, filters in the query. */
export function RunsPage() {
  const [, params] = useRoute('/runs/:id/:tab?');
  const { get, search } = useQueryState();
  const query = search === '' ? '' : `?${search}`;
  const id = params?.id;
  const filters: RunFilters = {
    text: get('text'),
    status: get('status'),
    task: get('task'),
    environment: get('environment'),
    since: get('since'),
    until: get('until'),
  };
  return (
    <ListDetail
      name="Runs"
      path={`/runs${query}`}
      filters={<RunFilterBar filters={filters} />}
      list={<RunList filters={filters} query={query} selected={id ?? ''} />}
      detail={id === undefined ? undefined : <RunDetail key={id} id={id} tab={params?.tab ?? 'logs'} query={query} />}
      placeholder={<EmptyState title="Choose a run">Its logs, outputs, prompts and children appear here.</EmptyState>}
    />
  );
}

function RunList({ filters, query, selected }: { filters: RunFilters; query: string; selected: string }) {
  const { list, state } = useRunList(filters);
  const onRange = useCallback((from: number, to: number) => list.show(from, to), [list]);
  const onHold = useCallback((holding: boolean) => list.hold(holding), [list]);
  if (!state.loaded) {
    return state.error === '' ? (
      <LoadingState />
    ) : (
      <ErrorState message={state.error} onRetry={() => void list.reload()} />
    );
  }
  if (state.total === 0) return <NoRuns isFiltered={FILTER_NAMES.some((name) => filters[name] !== '')} />;
  return (
    <VirtualList
      label="Runs"
      count={state.total}
      selected={selected}
      keyOf={(index) => list.at(index)?.id ?? `row-${index}`}
      hrefOf={(index) => `/runs/${list.at(index)?.id ?? ''}${query}`}
      onRange={onRange}
      onHold={onHold}
      onRelease={() => list.release()}
      waiting={state.waiting}
      render={(index) => {
        const run = list.at(index);
        return run === undefined ? '…' : <RunRowView run={run} />;
      }}
    />
  );
}

function NoRuns({ isFiltered }: { isFiltered: boolean }) {
  const { set } = useQueryState();
  if (!isFiltered) {
    return (
      <EmptyState title="No runs yet">
        Execute a task from your program, or run one here: Ctrl K, then the name of a task.
      </EmptyState>
    );
  }
  const clear = () => set(Object.fromEntries(FILTER_NAMES.map((name) => [name, ''])));
  return (
    <EmptyState title="No run matches" action={<Button onClick={clear}>Clear the filters</Button>}>
      Runs that begin to match appear here by themselves.
    </EmptyState>
  );
}
