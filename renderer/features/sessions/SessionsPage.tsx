import { Button } from '@mantine/core';
import { useRoute } from 'wouter';
import { filterProblem } from '../../../shared/model/read-filter.ts';
import type { SessionRow } from '../../../shared/contract/emulator/rows.ts';
import { useQueryState } from '../../core/url.ts';
import { InvalidFilter } from '../../core/filter/InvalidFilter.tsx';
import { isListEmpty, WindowedList } from '../../core/WindowedList.tsx';
import { DocsLink } from '../../ui/DocsLink.tsx';
import { ListDetail } from '../../ui/ListDetail.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { Row } from '../../ui/Row.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { StatusIcon } from '../../ui/StatusBadge.tsx';
import { progressText } from './session-look.ts';
import { NoSessionSelected } from './NoSessionSelected.tsx';
import { SessionDetail } from './SessionDetail.tsx';
import { useMemo } from 'react';
import { useStore } from 'zustand';
import { FilterField } from '../../core/filter/FilterField.tsx';
import { HiddenRows } from '../../core/filter/HiddenRows.tsx';
import { FilterLine } from '../../core/filter/FilterLine.tsx';
import { useFilterCounts } from '../../core/filter/use-filter-counts.ts';
import { useApi, useHangar } from '../../core/hangar.ts';
import { useQuery } from '../../core/query.ts';
import { WindowedRows } from '../../core/windowed-rows.ts';
import { millisecondsOf } from '../../ui/time.ts';
import { fetchSessions, type SessionFilters } from './fetch-sessions.ts';
import { RunbookFilter } from './RunbookFilter.tsx';

/** `/sessions` and `/sessions/:id/:tab`, with the runbook filter in the query. */
export function SessionsPage() {
  const [, params] = useRoute('/sessions/:id/:tab?');
  const { get, query } = useQueryState();
  const id = params?.id;
  const filters = { runbook: get('runbook'), q: get('q') };
  const list = useSessionList(filters);
  const all = useNumberOfSessions(isAnySet(filters));
  const hasNone = useStore(list.store, isListEmpty);
  return (
    <ListDetail
      name="Sessions"
      path={`/sessions${query}`}
      filters={<SessionFilterBar {...{ filters, list, all }} />}
      list={<SessionList {...{ list, filters, query, all }} selected={id ?? ''} />}
      detail={id !== undefined && <SessionDetail key={id} id={id} tab={params?.tab ?? ''} query={query} />}
      empty={hasNone && !isAnySet(filters) && <NoSessions />}
      placeholder={<NoSessionSelected />}
    />
  );
}

interface SessionFilterBarProps {
  readonly filters: SessionFilters;
  readonly list: WindowedRows<SessionRow>;
  /** Number of all sessions; undefined while unknown. */
  readonly all: number | undefined;
}

function SessionFilterBar({ filters, list, all }: SessionFilterBarProps) {
  const { set } = useQueryState();
  const onChange = (q: string) => set({ q });
  const { loaded, total, pending } = useStore(list.store);
  const counts = useFilterCounts('session');
  return (
    <>
      <FilterField kind="session" label="Filter sessions" value={filters.q} onChange={onChange} />
      <FilterLine
        {...{ kind: 'session', value: filters.q, onChange, counts, total: all, noun: 'session' }}
        isFiltered={isAnySet(filters)}
        shown={loaded ? total + pending : undefined}
      >
        <RunbookFilter runbook={filters.runbook} />
      </FilterLine>
    </>
  );
}

/** True when a filter hides sessions. */
function isAnySet({ q, runbook }: SessionFilters): boolean {
  return q !== '' || runbook !== '';
}

/** The number of all sessions; undefined while it is unknown or not needed. */
function useNumberOfSessions(isNeeded: boolean): number | undefined {
  const api = useApi();
  const { data } = useQuery(
    `number of sessions ${String(isNeeded)}`,
    async () => (isNeeded ? (await api.sessions.list({ query: { limit: '0' } })).total : undefined),
    ({ type }) => isNeeded && (type === 'session' || type === 'reset'),
    COUNT_DELAY,
  );
  return data;
}

/** Interval between counts of all sessions while sessions are created, in milliseconds. */
const COUNT_DELAY = 2000;

interface SessionListProps extends SessionFilterBarProps {
  readonly query: string;
  readonly selected: string;
}

function SessionList({ list, filters, query, selected, all }: SessionListProps) {
  const { set } = useQueryState();
  const { loaded, total, pending } = useStore(list.store);
  const isFiltered = isAnySet(filters);
  const clear = () => set({ runbook: '', q: '' });
  if (filterProblem('session', filters.q) !== '') return <InvalidFilter noun="session" />;
  return (
    <>
      <WindowedList
        label="Sessions"
        list={list}
        idOf={({ session }) => session.id}
        path="/sessions"
        query={query}
        selected={selected}
        render={(row) => <SessionRowView row={row} />}
        empty={isFiltered ? <NoMatches onClear={clear} /> : null}
      />
      <HiddenRows
        {...{ isFiltered, noun: 'session', onClear: clear }}
        hidden={all === undefined || !loaded ? undefined : all - total - pending}
      />
    </>
  );
}

function SessionRowView({ row }: { row: SessionRow }) {
  const { session, environment } = row;
  return (
    <Row
      icon={<StatusIcon status={session.status} />}
      title={session.name}
      age={<RelativeTime at={session.createdAt} />}
      note={`${progressText(row)} · ${environment}`}
    />
  );
}

function NoSessions() {
  return (
    <EmptyState title="No sessions yet">
      Execute a <DocsLink href="/docs/workspace-file.html#example">runbook</DocsLink> from your program, or press Ctrl K
      and type its name.
    </EmptyState>
  );
}

function NoMatches({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState title="No matching sessions" action={<Button onClick={onClear}>Clear filters</Button>}>
      New sessions that match appear here.
    </EmptyState>
  );
}

/** The live list of the sessions that the filters select, newest first. */
function useSessionList({ runbook, q }: SessionFilters): WindowedRows<SessionRow> {
  const { api, live } = useHangar();
  return useMemo(
    () =>
      new WindowedRows<SessionRow>(live, {
        load: async (offset, limit) => {
          const { sessions, total } = await fetchSessions(api, { runbook, q }, { offset, limit });
          return { rows: sessions, total };
        },
        keyOf: ({ session }) => session.id,
        rowOf: (event) => (event.type === 'session' ? event.row : undefined),
        matches: ({ session, runbookSlug }) => {
          const isOfRunbook = runbook === '' || runbookSlug === runbook || session.runbookID === runbook;
          return isOfRunbook && q.trim() !== '' ? undefined : isOfRunbook;
        },
        isNewer: ({ session: a }, { session: b }) =>
          a.createdAt > b.createdAt || (a.createdAt === b.createdAt && a.id > b.id),
        volatile: q !== '',
        createdAtOf: ({ session }) => millisecondsOf(session.createdAt),
      }),
    [api, live, runbook, q],
  );
}
