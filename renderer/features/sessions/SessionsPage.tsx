import { Button, NativeSelect } from '@mantine/core';
import { useRoute } from 'wouter';
import type { SessionRow } from '../../../shared/contract/emulator/rows.ts';
import { useQueryState } from '../../core/url.ts';
import { WindowedList } from '../../core/WindowedList.tsx';
import { DocsLink } from '../../ui/DocsLink.tsx';
import { ListDetail } from '../../ui/ListDetail.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { Row } from '../../ui/Row.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { StatusIcon } from '../../ui/StatusBadge.tsx';
import { progressText } from './session-look.ts';
import { SessionDetail } from './SessionDetail.tsx';
import { useMemo } from 'react';
import { useHangar, useRunbooks } from '../../core/hangar.ts';
import { WindowedRows } from '../../core/windowed-rows.ts';
import { millisecondsOf } from '../../ui/time.ts';
import { fetchSessions } from './fetch-sessions.ts';

/** `/sessions` and `/sessions/:id/:tab`, with the runbook filter in the query. */
export function SessionsPage() {
  const [, params] = useRoute('/sessions/:id/:tab?');
  const { get, query } = useQueryState();
  const id = params?.id;
  return (
    <ListDetail
      name="Sessions"
      path={`/sessions${query}`}
      filters={<RunbookFilter runbook={get('runbook')} />}
      list={<SessionList runbook={get('runbook')} query={query} selected={id ?? ''} />}
      detail={id !== undefined && <SessionDetail key={id} id={id} tab={params?.tab ?? ''} query={query} />}
      placeholder={<EmptyState title="Select a session">Shows its blocks, runs and prompts.</EmptyState>}
    />
  );
}

function RunbookFilter({ runbook }: { runbook: string }) {
  const { items } = useRunbooks();
  const { set } = useQueryState();
  return (
    <NativeSelect
      aria-label="Runbook"
      value={runbook}
      data={[
        { value: '', label: 'All runbooks' },
        ...items.map(({ slug, name }) => ({ value: slug, label: name ?? slug })),
      ]}
      onChange={(event) => set({ runbook: event.currentTarget.value })}
      style={{ flex: 1 }}
    />
  );
}

interface SessionListProps {
  readonly runbook: string;
  readonly query: string;
  readonly selected: string;
}

function SessionList({ runbook, query, selected }: SessionListProps) {
  return (
    <WindowedList
      label="Sessions"
      list={useSessionList(runbook)}
      idOf={({ session }) => session.id}
      path="/sessions"
      query={query}
      selected={selected}
      render={(row) => <SessionRowView row={row} />}
      empty={<NoSessions isFiltered={runbook !== ''} />}
    />
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

function NoSessions({ isFiltered }: { isFiltered: boolean }) {
  const { set } = useQueryState();
  if (!isFiltered) {
    return (
      <EmptyState title="No sessions yet">
        Execute a <DocsLink href="/docs/workspace-file.html#example">runbook</DocsLink> from your program, or press Ctrl
        K and type its name.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="No matching sessions"
      action={<Button onClick={() => set({ runbook: '' })}>Show all runbooks</Button>}
    />
  );
}

/** The live list of sessions, newest first; of one runbook, or of all for ''. */
function useSessionList(runbook: string): WindowedRows<SessionRow> {
  const { api, live } = useHangar();
  return useMemo(
    () =>
      new WindowedRows<SessionRow>(live, {
        load: async (offset, limit) => {
          const { sessions, total } = await fetchSessions(api, runbook, { offset, limit });
          return { rows: sessions, total };
        },
        keyOf: ({ session }) => session.id,
        rowOf: (event) => (event.type === 'session' ? event.row : undefined),
        matches: ({ session, runbookSlug }) =>
          runbook === '' || runbookSlug === runbook || session.runbookID === runbook,
        isNewer: ({ session: a }, { session: b }) =>
          a.createdAt > b.createdAt || (a.createdAt === b.createdAt && a.id > b.id),
        volatile: false,
        createdAtOf: ({ session }) => millisecondsOf(session.createdAt),
      }),
    [api, live, runbook],
  );
}
