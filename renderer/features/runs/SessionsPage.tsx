import { useRoute } from 'wouter';
import type { SessionRow } from '../../../shared/contract/emulator/rows.ts';
import { useQueryState } from '../../core/page/page.ts';
import type { VirtualListProps } from '../../ui/lists/VirtualList.tsx';
import { DocsLink, stripBidiControls } from '../../ui/text/shown-text.tsx';
import { ListDetail } from '../../ui/layout/ListDetail.tsx';
import { RelativeTime } from '../../ui/text/time.tsx';
import { RunDuration } from '../../core/run/RunRowView.tsx';
import { Row, RowValues } from '../../ui/lists/Row.tsx';
import { EmptyState } from '../../ui/text/states.tsx';
import { StatusIcon } from '../../ui/text/StatusBadge.tsx';
import { shortText } from './session/BlockResult.tsx';
import { hasEnded, progressText, sessionStatus } from './session/session-look.ts';
import { SessionDetail, SessionPeek } from './session/SessionDetail.tsx';
import { QuestionText, ReasonLine, ReasonTime } from '../../core/run/reason.tsx';
import { FilteredList } from '../../core/filter/FilteredList.tsx';
import { FilterField } from '../../core/filter/FilterField.tsx';
import { FilterLine } from '../../core/filter/FilterLine.tsx';
import { useCounts } from '../../core/data/counts.ts';
import { type Hangar, useApi, useRunbooks } from '../../core/data/hangar.ts';
import type { Api } from '../../core/data/api.ts';
import { HeldBar } from '../../core/held/HeldBar.tsx';
import { loadAhead, type LongList, type LongListSource, useLongList } from '../../core/data/long-list.ts';
import { usePeek } from '../../core/page/use-peek.tsx';
import { slugOption } from '../../core/run/run-target.ts';
import { FilterPopover } from '../../ui/inputs/MenuPopover.tsx';
import { Select } from '../../ui/inputs/Select.tsx';

/** `/sessions` and `/sessions/:id/:tab`, with the runbook filter in the query. */
export function SessionsPage() {
  const [, params] = useRoute('/sessions/:id/:tab?');
  const { get, query } = useQueryState();
  const id = params?.id;
  const filters = { runbook: get('runbook'), q: get('q') };
  const list = useLongList(sessionList(useApi(), filters));
  const { peek, rows } = usePeek({
    isOpen: id !== undefined,
    hrefOf: (of) => `/sessions/${of}${query}`,
    show: (of) => <SessionPeek key={of} id={of} tab="" query={query} />,
  });
  const all = useCounts('session', isAnySet(filters) ? [''] : []).get('');
  return (
    <ListDetail
      name="Sessions"
      path={`/sessions${query}`}
      filters={<SessionFilterBar {...{ filters, list, all }} />}
      list={
        <>
          <SessionList {...{ list, filters, query, all, ...rows }} selected={id ?? ''} />
          <HeldBar />
        </>
      }
      detail={id !== undefined && <SessionDetail key={id} id={id} tab={params?.tab ?? ''} query={query} />}
      empty={list.loaded && list.total === 0 && !isAnySet(filters) && <NoSessions />}
      peek={peek}
    />
  );
}

/** Filters of the list, from the URL; '' for none. */
interface SessionFilters {
  readonly runbook: string;
  /** Words and terms (docs/filters.md). */
  readonly q: string;
}

interface SessionFilterBarProps {
  readonly filters: SessionFilters;
  readonly list: LongList<SessionRow>;
  /** Number of all sessions; undefined while unknown. */
  readonly all: number | undefined;
}

function SessionFilterBar({ filters, list, all }: SessionFilterBarProps) {
  const { set } = useQueryState();
  const onChange = (q: string) => set({ q });
  return (
    <>
      <FilterField kind="session" label="Filter sessions" value={filters.q} onChange={onChange} />
      <FilterLine
        {...{ kind: 'session', quick: 'session', value: filters.q, onChange, total: all, noun: 'session' }}
        isFiltered={isAnySet(filters)}
        shown={list.loaded ? list.total : undefined}
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

interface SessionListProps extends SessionFilterBarProps, Pick<VirtualListProps<SessionRow>, 'peeked' | 'onPeek'> {
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

/** The block at which a session stands, the reason that it waits or did not succeed, and how long it waits. */
function Progress({ row }: { row: SessionRow }) {
  const { session, reason, environment, held } = row;
  const progress = stripBidiControls(progressText(row));
  if (reason === null || held) return stripBidiControls(`${progress} · ${environment}`);
  return (
    <>
      <QuestionText text={progress} />
      {session.status === 'Cancelled' && ' · '}
      {session.status === 'Cancelled' ? <ReasonLine reason={reason} /> : <ReasonTime reason={reason} />}
    </>
  );
}

function SessionRowView({ row }: { row: SessionRow }) {
  const { session } = row;
  const values = Object.entries(session.paramValues).slice(0, VALUES);
  return (
    <Row
      icon={<StatusIcon status={sessionStatus(row)} />}
      title={session.name}
      aside={<SessionDuration row={row} />}
      age={<RelativeTime at={session.createdAt} />}
      note={
        session.status === 'Succeeded' && values.length > 0 ? (
          <RowValues values={values.map(([name, value]) => [name, shortText(value)])} />
        ) : (
          <Progress row={row} />
        )
      }
      isBad={session.status === 'Failed'}
    />
  );
}

/** Number of values in a row. */
const VALUES = 3;

/** The time from the start of a session to its end, or to now. */
function SessionDuration({ row }: { row: SessionRow }) {
  const { createdAt, updatedAt } = row.session;
  const times = { createdAt, activeAt: createdAt, endedAt: hasEnded(row) ? updatedAt : null, held: row.held };
  return <RunDuration run={times} />;
}

function NoSessions() {
  return (
    <EmptyState title="No sessions yet">
      Execute a <DocsLink href="/docs/workspace-file.html#example">runbook</DocsLink> from your program, or press Ctrl K
      and type its name.
    </EmptyState>
  );
}

/** Loads the rows of the page without filters. */
export function loadSessions(hangar: Hangar): void {
  loadAhead(hangar, sessionList(hangar.api, { runbook: '', q: '' }));
}

/** The list of the sessions that the filters select. */
function sessionList(api: Api, filters: SessionFilters): LongListSource<SessionRow> {
  return {
    key: `sessions ${JSON.stringify(filters)}`,
    load: async ({ offset, limit }) => {
      const query = { ...filters, offset: String(offset), limit: String(limit) };
      const { sessions, total } = await api.sessions.list({ query });
      return { rows: sessions, total };
    },
    keyOf: ({ session }) => session.id,
    rowOf: (event) => (event.type === 'session' ? event.row : undefined),
  };
}

/** Chooses the sessions of one runbook. */
function RunbookFilter({ runbook }: { runbook: string }) {
  const { items } = useRunbooks();
  const { set } = useQueryState();
  return (
    <FilterPopover active={runbook === '' ? 0 : 1}>
      <Select
        label="Runbook"
        value={runbook}
        data={[{ value: '', label: 'All runbooks' }, ...items.map(slugOption)]}
        onValue={(value) => set({ runbook: value })}
      />
    </FilterPopover>
  );
}
