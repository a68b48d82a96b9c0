import type { SessionBlock, SessionRow } from '../../../../shared/contract/emulator/rows.ts';
import type { sessions } from '../../../../shared/contract/emulator/state.ts';
import type { Answer, Received } from '../../../../shared/http/endpoint.ts';
import { isFilter, chosenTest, durationTest, someHasWord, statusTest, type TermTests } from './filter-tests.ts';
import { isHeld } from '../context/held.ts';
import type { BlockState, SessionRecord } from '../context/records.ts';
import { environmentOf } from '../context/scope.ts';
import { sessionView } from '../context/views.ts';
import { requireSession, type EngineContext } from '../context/engine-context.ts';
import { sessionReason } from './reasons.ts';
import { runRow, runHasWord } from './rows.ts';
import { hasWord, jsonHasWord } from '../../../../shared/model/filter.ts';
import { TERMINAL_SESSION_STATUSES } from '../../../../shared/model/status.ts';
import { factTerms, itemFilter, type ItemTest } from './item-filter.ts';

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

type Test = ItemTest<SessionRecord>;

const TERMS: TermTests<'session', Test> = {
  ...factTerms<SessionRecord>((session) => session),
  status: (value) => {
    const isWanted = statusTest(value);
    return ({ status }) => isWanted(status);
  },
  runbook:
    (value) =>
    ({ runbookID, runbookSlug, name }) =>
      someHasWord([runbookID, runbookSlug, name], value),
  task:
    (value) =>
    ({ id }, { state }) => {
      for (const run of state.runs({ sessionID: id }))
        if (someHasWord([run.taskID, run.taskSlug, run.name], value)) return true;
      return false;
    },
  run:
    (value) =>
    ({ blocks }) =>
      blocks.some(({ runID }) => hasWord(runID, value)),
  is: (value) => chosenTest(KINDS, value),
  took: (value) => {
    const isMet = durationTest(value);
    return (session, { time }) => isMet((isEnded(session) ? session.updatedAt : time.now()) - session.createdAt);
  },
  error:
    (value) =>
    ({ failure }) =>
      hasWord(failure, value),
};

/** Values of the term `is`. */
const KINDS: Readonly<Record<string, Test>> = {
  waiting: ({ status }) => status === 'Waiting',
  ended: isEnded,
  child: ({ parentID }) => parentID !== '',
  held: ({ held }) => held === true,
};

function isEnded({ status }: SessionRecord): boolean {
  return TERMINAL_SESSION_STATUSES.has(status);
}

/** Returns the test of a filter of sessions. Throws 400 for an invalid filter. */
function sessionFilter(text: string, context: EngineContext): (session: SessionRecord) => boolean {
  return itemFilter('session', text, { context, terms: TERMS, hasText: sessionHasWord });
}

/** True when a session, its values and results, or one of its runs contain a word. */
function sessionHasWord(context: EngineContext, session: SessionRecord, word: string): boolean {
  const { id, name, runbookSlug, failure, environmentID, origin, paramValues, blocks } = session;
  const environment = environmentOf(context, environmentID).slug;
  const texts = [id, name, runbookSlug, failure, environment, origin.kind, origin.webhook];
  if (someHasWord(texts, word) || jsonHasWord(paramValues, word)) return true;
  if (blocks.some((block) => someHasWord([block.slug, block.name], word) || jsonHasWord(block.result, word)))
    return true;
  for (const run of context.state.runs({ sessionID: id })) {
    if (runHasWord(context, run, word)) return true;
  }
  return false;
}
