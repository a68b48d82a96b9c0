import { useMemo } from 'react';
import type { SessionRow } from '../../../shared/contract/emulator/rows.ts';
import { useHangar } from '../../core/hangar.ts';
import { WindowedRows } from '../../core/windowed-rows.ts';
import { millisecondsOf } from '../../ui/time.ts';
import { fetchSessions } from './fetch-sessions.ts';

/** The live list of sessions, newest first; of one runbook, or of all for ''. */
export function useSessionList(runbook: string): WindowedRows<SessionRow> {
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
