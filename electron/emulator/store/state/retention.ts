import { TERMINAL_SESSION_STATUSES } from '../../../../shared/model/status.ts';
import type { SessionRecord } from '../../engine/context/records.ts';
import type { Tables } from './tables.ts';

/**
 * Returns IDs of the oldest finished runs above a maximum, without those that something unfinished still needs.
 * @param atOnce maximum number of IDs
 */
export function expiredRuns(tables: Tables, most: number, atOnce: number): string[] {
  let excess = tables.of.run.size - tables.unfinishedCount - most;
  const ids: string[] = [];
  if (excess <= 0) return ids;
  for (const run of tables.runsOldestFirst()) {
    if (excess === 0 || ids.length === atOnce) break;
    if (tables.isUnfinished(run.id)) continue;
    excess--;
    if (!tables.isAwaited(run)) ids.push(run.id);
  }
  return ids;
}

/**
 * Returns IDs of the sessions to remove. A finished session is kept as long as any of its runs. Of those that never had a
 * run, the same number is kept as of runs.
 * @param touched sessions of runs that were just removed
 */
export function expiredSessions(tables: Tables, most: number, touched: Iterable<string>): string[] {
  const sessions = tables.of.session;
  const isOver = (session: SessionRecord): boolean =>
    TERMINAL_SESSION_STATUSES.has(session.status) &&
    tables.runCount({ sessionID: session.id }) === 0 &&
    !tables.isAwaited({ parentID: session.parentID, sessionID: '' });
  const ids = [...touched].filter((id) => {
    const session = sessions.get(id);
    return session !== undefined && isOver(session);
  });
  if (sessions.size - ids.length <= most) return ids;
  const gone = new Set(ids);
  const withoutRuns = [...tables.sessionsOldestFirst()].filter((session) => !gone.has(session.id) && isOver(session));
  return [...ids, ...withoutRuns.slice(0, Math.max(0, withoutRuns.length - most)).map(({ id }) => id)];
}
