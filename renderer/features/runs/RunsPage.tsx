import { Button } from '@mantine/core';
import { useRoute } from 'wouter';
import { useQueryState } from '../../core/url.ts';
import { WindowedList } from '../../core/WindowedList.tsx';
import { RunRowView } from '../../core/run/RunRowView.tsx';
import { DocsLink } from '../../ui/DocsLink.tsx';
import { ListDetail } from '../../ui/ListDetail.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { FILTER_NAMES, filtersOf, type RunFilters } from './run-filters.ts';
import { useRunList } from './run-list.ts';
import { RunDetail } from './RunDetail.tsx';
import { RunFilterBar } from './RunFilterBar.tsx';

/** `/runs` and `/runs/:id/:tab`, filters in the query. */
export function RunsPage() {
  const [, params] = useRoute('/runs/:id/:tab?');
  const { get, search } = useQueryState();
  const query = search === '' ? '' : `?${search}`;
  const id = params?.id;
  const filters = filtersOf(get);
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
  return (
    <WindowedList
      label="Runs"
      list={useRunList(filters)}
      idOf={({ id }) => id}
      path="/runs"
      query={query}
      selected={selected}
      render={(run) => <RunRowView run={run} />}
      empty={<NoRuns isFiltered={FILTER_NAMES.some((name) => filters[name] !== '')} />}
    />
  );
}

function NoRuns({ isFiltered }: { isFiltered: boolean }) {
  const { set } = useQueryState();
  if (!isFiltered) {
    return (
      <EmptyState title="No runs yet">
        <DocsLink href="/docs/#the-first-request">Execute a task from your program</DocsLink>, or run one here: Ctrl K,
        then the name of a task.
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
