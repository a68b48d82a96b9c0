import type { SessionBlock, SessionRow } from '../../../../shared/contract/emulator/rows.ts';
import type { sessions } from '../../../../shared/contract/emulator/state.ts';
import type { Answer, Received } from '../../../../shared/http/endpoint.ts';
import { isFilter } from './filter-tests.ts';
import { isHeld } from '../context/held.ts';
import { sessionFilter } from './session-filter.ts';
import type { BlockState, SessionRecord } from '../context/records.ts';
import { environmentOf } from '../context/scope.ts';
import { sessionView } from '../context/views.ts';
import { requireSession, type EngineContext } from '../context/engine-context.ts';
import { sessionReason } from './reasons.ts';
import { runRow } from './rows.ts';

/** Filters of the window's list of sessions. */
export type SessionRowQuery = Received<typeof sessions.list>['query'];

/** A session with its blocks and its runs, oldest first. */
type SessionDetail = Answer<typeof sessions.get>;

/** A session with its blocks. */
export function sessionRow(context: EngineContext, session: SessionRecord): SessionRow {
  return {
    session: sessionView(context, session),
    runbookSlug: session.runbookSlug,
    environment: environmentOf(context, session.environmentID).slug,
    origin: session.origin,
    blocks: session.blocks.map((block) => sessionBlock(context, block)),
    failure: session.failure,
    reason: sessionReason(context, session),
    held: isHeld(context.state, session),
  };
}

function sessionBlock(context: EngineContext, { slug, name, kind, status, runID }: BlockState): SessionBlock {
  const waiting = status === 'Active' && context.state.get('run', runID)?.waiting === true;
  return { slug, name, kind, status: waiting ? 'Waiting' : status, runID };
}

/** A page of sessions, newest first. */
export function sessionRows(
  context: EngineContext,
  { runbook, q, offset, limit }: SessionRowQuery,
): { sessions: SessionRow[]; total: number } {
  const runbookID = runbook === undefined ? undefined : (context.definitions().runbooks.find(runbook)?.id ?? runbook);
  const matches = isFilter(q) ? sessionFilter(q, context) : undefined;
  const sessions: SessionRow[] = [];
  let total = 0;
  for (const session of context.state.sessions()) {
    if (runbookID !== undefined && session.runbookID !== runbookID) continue;
    if (matches !== undefined && !matches(session)) continue;
    if (total >= offset && sessions.length < limit) sessions.push(sessionRow(context, session));
    total++;
  }
  return { sessions, total };
}

/** A session with its blocks and all of its runs, oldest first. */
export function sessionDetail(context: EngineContext, id: string): SessionDetail {
  const row = sessionRow(context, requireSession(context, id));
  const runs = Array.from(context.state.runs({ sessionID: id }), (run) => runRow(context, run));
  return { row, runs: runs.reverse(), reason: row.reason, held: row.held };
}
