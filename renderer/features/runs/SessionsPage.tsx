import { Button } from '@mantine/core';
import { ListChecksIcon } from 'lucide-react';
import { Link, useRoute } from 'wouter';
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
import { QuestionText, ReasonTime } from '../../core/run/reason.tsx';
import { FilteredList } from '../../core/filter/FilteredList.tsx';
import { FilterField } from '../../core/filter/FilterField.tsx';
import { FilterLine } from '../../core/filter/FilterLine.tsx';
import { useCounts } from '../../core/data/counts.ts';
import { type Hangar, useApi } from '../../core/data/hangar.ts';
import type { Api } from '../../core/data/api.ts';
import { HeldBar } from '../../core/held/HeldBar.tsx';
import { loadAhead, type LongList, type LongListSource, useLongList } from '../../core/data/long-list.ts';
import { usePeek } from '../../core/page/use-peek.tsx';

/** `/sessions` and `/sessions/:id/:tab`, with the filter in the query. */
export function SessionsPage() {
  const [, params] = useRoute('/sessions/:id/:tab?');
  const { get, query } = useQueryState();
  const id = params?.id;
  // Words and terms (docs/filters.md).
  const q = get('q');
  const list = useLongList(sessionList(useApi(), q));
  const { peek, rows } = usePeek({
    isOpen: id !== undefined,
    hrefOf: (of) => `/sessions/${of}${query}`,
    show: (of) => <SessionPeek key={of} id={of} tab="" query={query} />,
  });
  const all = useCounts('session', q === '' ? [] : ['']).get('');
  return (
    <ListDetail
      name="Sessions"
      path={`/sessions${query}`}
      filters={<SessionFilterBar {...{ q, list, all }} />}
      list={
        <>
          <SessionList {...{ list, q, query, all, ...rows }} selected={id ?? ''} />
          <HeldBar />
        </>
      }
      detail={id !== undefined && <SessionDetail key={id} id={id} tab={params?.tab ?? ''} query={query} />}
      empty={list.loaded && list.total === 0 && q === '' && <NoSessions />}
      peek={peek}
    />
  );
}

interface SessionFilterBarProps {
  readonly q: string;
  readonly list: LongList<SessionRow>;
  /** Number of all sessions; undefined while unknown. */
  readonly all: number | undefined;
}

function SessionFilterBar({ q, list, all }: SessionFilterBarProps) {
  const { set } = useQueryState();
  const onChange = (next: string) => set({ q: next });
  return (
    <>
      <FilterField kind="session" label="Filter sessions" value={q} onChange={onChange} />
      <FilterLine
        {...{ kind: 'session', quick: 'session', value: q, onChange, total: all, noun: 'session' }}
        isFiltered={q !== ''}
        shown={list.loaded ? list.total : undefined}
      />
    </>
  );
}

interface SessionListProps extends SessionFilterBarProps, Pick<VirtualListProps<SessionRow>, 'peeked' | 'onPeek'> {
  readonly query: string;
  readonly selected: string;
}

function SessionList({ q, ...list }: SessionListProps) {
  const { set } = useQueryState();
  return (
    <FilteredList
      {...list}
      kind="session"
      q={q}
      isFiltered={q !== ''}
      onClear={() => set({ q: '' })}
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
    <span className="line" style={{ gap: 0 }}>
      <span className="ellipsis">
        <QuestionText text={progress} />
      </span>
      <span className="nowrap">{session.status !== 'Cancelled' && <ReasonTime reason={reason} />}</span>
    </span>
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
    <EmptyState
      icon={ListChecksIcon}
      title="No sessions yet"
      action={
        <Button component={Link} href="/runbooks">
          Choose a runbook
        </Button>
      }
    >
      Run a <DocsLink href="/docs/workspace-file.html#example">runbook</DocsLink> here, or from your program.
    </EmptyState>
  );
}

/** Loads the rows of the page without filters. */
export function loadSessions(hangar: Hangar): void {
  loadAhead(hangar, sessionList(hangar.api, ''));
}

/** The list of the sessions that the filter selects. */
function sessionList(api: Api, q: string): LongListSource<SessionRow> {
  return {
    key: `sessions ${q}`,
    load: async ({ offset, limit }) => {
      const query = { q, offset: String(offset), limit: String(limit) };
      const { sessions, total } = await api.sessions.list({ query });
      return { rows: sessions, total };
    },
    keyOf: ({ session }) => session.id,
    rowOf: (event) => (event.type === 'session' ? event.row : undefined),
  };
}
