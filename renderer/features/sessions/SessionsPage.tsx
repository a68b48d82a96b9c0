import { useMemo } from 'react';
import { useRoute } from 'wouter';
import { useStore } from 'zustand';
import type { SessionRow } from '../../../shared/contract/emulator/rows.ts';
import { useQueryState } from '../../core/page/url.ts';
import { isListEmpty } from '../../core/data/WindowedList.tsx';
import { DocsLink } from '../../ui/text/DocsLink.tsx';
import { ListDetail } from '../../ui/layout/ListDetail.tsx';
import { RelativeTime } from '../../ui/text/RelativeTime.tsx';
import { Row } from '../../ui/lists/Row.tsx';
import { EmptyState } from '../../ui/text/states.tsx';
import { StatusIcon } from '../../ui/text/StatusBadge.tsx';
import { progressText, sessionStatus } from './session-look.ts';
import { SessionDetail } from './SessionDetail.tsx';
import { FilteredList } from '../../core/filter/FilteredList.tsx';
import { FilterField } from '../../core/filter/FilterField.tsx';
import { FilterLine } from '../../core/filter/FilterLine.tsx';
import { useFilterCounts } from '../../core/filter/use-filter-counts.ts';
import { useTotal } from '../../core/data/use-total.ts';
import { useHangar, useRunbooks } from '../../core/data/hangar.ts';
import { HeldBar } from '../../core/held/HeldBar.tsx';
import { WindowedRows } from '../../core/data/windowed-rows.ts';
import { millisecondsOf } from '../../ui/text/time.ts';
import { fetchSessions, type SessionFilters } from './fetch-sessions.ts';
import type { SessionStatus } from '../../../shared/model/status.ts';
import { useStatusCounts } from '../../core/data/use-status-counts.ts';
import { NoneSelected } from '../../ui/layout/NoneSelected.tsx';
import { slugOption } from '../../core/run/slug-option.ts';
import { FilterPopover } from '../../ui/inputs/FilterPopover.tsx';
import { Select } from '../../ui/inputs/Select.tsx';

/** `/sessions` and `/sessions/:id/:tab`, with the runbook filter in the query. */
export function SessionsPage() {
  const [, params] = useRoute('/sessions/:id/:tab?');
  const { get, query } = useQueryState();
  const id = params?.id;
  const filters = { runbook: get('runbook'), q: get('q') };
  const list = useSessionList(filters);
  const all = useTotal('session', isAnySet(filters));
  const hasNone = useStore(list.store, isListEmpty);
  return (
    <ListDetail
      name="Sessions"
      path={`/sessions${query}`}
      filters={<SessionFilterBar {...{ filters, list, all }} />}
      list={
        <>
          <SessionList {...{ list, filters, query, all }} selected={id ?? ''} />
          <HeldBar />
        </>
      }
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

interface SessionListProps extends SessionFilterBarProps {
  readonly query: string;
  readonly selected: string;
}

function SessionList({ filters, ...list }: SessionListProps) {
  const { set } = useQueryState();
  return (
    <FilteredList
      {...list}
      kind="session"
      q={filters.q}
      isFiltered={isAnySet(filters)}
      onClear={() => set({ runbook: '', q: '' })}
      label="Sessions"
      path="/sessions"
      idOf={({ session }) => session.id}
      render={(row) => <SessionRowView row={row} />}
    />
  );
}

function SessionRowView({ row }: { row: SessionRow }) {
  const { session, environment } = row;
  return (
    <Row
      icon={<StatusIcon status={sessionStatus(row)} />}
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

/** Shown beside the list while no session is selected: the sessions by status. */
function NoSessionSelected() {
  const links = useStatusCounts<SessionStatus>({
    type: 'session',
    statuses: ['Failed', 'Waiting', 'Active'],
    countOf: (api, status) => api.sessions.list({ query: { q: filterOf(status), limit: '0' } }),
    hrefOf: (status) => `/sessions?q=${encodeURIComponent(filterOf(status))}`,
  });
  return <NoneSelected noun="session" shows="its blocks, runs and prompts" label="Sessions by status" links={links} />;
}

function filterOf(status: SessionStatus): string {
  return `status:${status.toLowerCase()}`;
}

/** Chooses the sessions of one runbook. */
function RunbookFilter({ runbook }: { runbook: string }) {
  const { items } = useRunbooks();
  const { set } = useQueryState();
  return (
    <FilterPopover label="More filters" active={runbook === '' ? 0 : 1}>
      <Select
        label="Runbook"
        value={runbook}
        data={[{ value: '', label: 'All runbooks' }, ...items.map(slugOption)]}
        onValue={(value) => set({ runbook: value })}
      />
    </FilterPopover>
  );
}
