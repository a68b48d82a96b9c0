import type {
  LogPage,
  PromptAnswer,
  PromptRow,
  RunRow,
  SessionBlock,
  SessionRow,
} from '../../../shared/contract/emulator/rows.ts';
import type { Micros } from '../../../shared/values/timestamp.ts';
import { formatTimestamp } from '../../../shared/values/timestamp.ts';
import type { InSlices, RunRowQuery, SessionDetail } from './engine.ts';
import { logEntry } from './logs.ts';
import { RunFilter } from './run-filter.ts';
import type { BlockState, PromptRecord, RunRecord, SessionRecord } from './records.ts';
import { environmentOf } from './scope.ts';
import { momentView, promptView, sessionView } from './views.ts';
import { requireRun, requireSession, type EngineContext } from './engine-context.ts';
import { isPending } from '../../../shared/model/prompt-state.ts';

/** A run in a list. */
export function runRow(context: EngineContext, run: RunRecord): RunRow {
  return {
    id: run.id,
    taskID: run.taskID,
    taskSlug: run.taskSlug,
    name: run.name,
    environment: environmentOf(context, run.environmentID).slug,
    sessionID: run.sessionID,
    parentID: run.parentID,
    status: run.status,
    waiting: run.waiting,
    createdAt: formatTimestamp(run.createdAt),
    createdBy: run.createdBy,
    activeAt: momentView(run.activeAt),
    endedAt: momentView(endOf(run)),
    origin: run.origin,
    failure: run.failure,
    repeats: run.repeats,
    values: firstValues(run.paramValues),
  };
}

/** Number of parameter values in a row, and characters of each. */
const SHOWN = { values: 3, characters: 60 };

/** The first values as short texts. Takes a time that does not grow with the values. */
function firstValues(values: RunRecord['paramValues']): [string, string][] {
  const shown: [string, string][] = [];
  for (const slug in values) {
    if (shown.length === SHOWN.values) break;
    const value = values[slug];
    if (typeof value === 'string') shown.push([slug, value.slice(0, SHOWN.characters)]);
    else shown.push([slug, typeof value === 'object' && value !== null ? '{…}' : String(value)]);
  }
  return shown;
}

/** The end of a run, or null. */
export function endOf(run: RunRecord): Micros | null {
  return run.succeededAt ?? run.failedAt ?? run.cancelledAt;
}

/** Number of runs checked between two yields. */
const STRIDE = 32;

/** A page of the window's list, newest first, with the total number of matches. */
export function* runRows(context: EngineContext, query: RunRowQuery): InSlices<{ runs: RunRow[]; total: number }> {
  const definitions = context.definitions();
  const taskID = query.task === undefined ? undefined : (definitions.tasks.find(query.task)?.id ?? query.task);
  const environmentID =
    query.environment === undefined
      ? undefined
      : (definitions.environments.find(query.environment)?.id ?? query.environment);
  const index = {
    ...(taskID === undefined ? {} : { taskID }),
    ...(query.session === undefined ? {} : { sessionID: query.session }),
  };
  const filter = query.q === undefined || query.q.trim() === '' ? undefined : new RunFilter(query.q, context);
  const isFiltered =
    query.status.length > 0 ||
    [environmentID, query.text, filter, query.since, query.until].some((one) => one !== undefined);
  const runs: RunRow[] = [];
  let [total, seen] = [0, 0];
  for (const entry of context.state.runIndex(index)) {
    if (++seen % STRIDE === 0) yield;
    if (query.status.length > 0 && !query.status.includes(entry.status)) continue;
    if (environmentID !== undefined && entry.environmentID !== environmentID) continue;
    if (query.since !== undefined && entry.createdAt < query.since) continue;
    if (query.until !== undefined && entry.createdAt >= query.until) continue;
    if (filter?.mayMatch(entry) === false) continue;
    if (query.text !== undefined && !hasText(context, entry.id, query.text)) continue;
    const run = context.state.get('run', entry.id);
    // Retention may have dropped it since the last yield.
    if (run === undefined) continue;
    if (filter !== undefined && !(yield* filter.matches(run))) continue;
    if (total >= query.offset && runs.length < query.limit) runs.push(runRow(context, run));
    total++;
    // Without filters, the index knows the total.
    if (!isFiltered && runs.length >= query.limit) return { runs, total: context.state.runCount(index) };
  }
  return { runs, total };
}

function hasText(context: EngineContext, id: string, text: string): boolean {
  const wanted = text.toLowerCase();
  if (id.includes(wanted)) return true;
  const run = context.state.get('run', id);
  if (run === undefined) return false;
  return [run.name, run.taskSlug, run.failure, run.origin.kind, run.origin.webhook].some((field) =>
    field.toLowerCase().includes(wanted),
  );
}

/** A prompt in the inbox. */
export function promptRow(context: EngineContext, prompt: PromptRecord): PromptRow {
  const run = requireRun(context, prompt.runID);
  return {
    prompt: promptView(context, prompt),
    taskID: run.taskID,
    taskSlug: run.taskSlug,
    name: run.name,
    environment: environmentOf(context, run.environmentID).slug,
    sessionID: run.sessionID,
    answer: answerView(context, prompt),
  };
}

function answerView({ answers }: EngineContext, prompt: PromptRecord): PromptAnswer | null {
  if (isPending(prompt)) return answers.to(prompt);
  const { rule, submittedAt, cancelledAt, createdAt } = prompt;
  if (rule === undefined) return null;
  return { rule, dueAt: formatTimestamp(submittedAt ?? cancelledAt ?? createdAt), problem: null };
}

/** The lines of a run's log from an offset, oldest first. */
export function logPage(context: EngineContext, id: string, offset: number, limit: number): LogPage {
  requireRun(context, id);
  return {
    lines: context.state.logs(id, offset + 1, offset + limit + 1).map(logEntry),
    total: context.state.logCount(id),
  };
}

/** A session with its blocks. */
export function sessionRow(context: EngineContext, session: SessionRecord): SessionRow {
  return {
    session: sessionView(context, session),
    runbookSlug: session.runbookSlug,
    environment: environmentOf(context, session.environmentID).slug,
    origin: session.origin,
    blocks: session.blocks.map((block) => sessionBlock(context, block)),
    failure: session.failure,
  };
}

function sessionBlock(context: EngineContext, { slug, name, kind, status, runID }: BlockState): SessionBlock {
  const waiting = status === 'Active' && context.state.get('run', runID)?.waiting === true;
  return { slug, name, kind, status: waiting ? 'Waiting' : status, runID };
}

/** A page of sessions, newest first. */
export function sessionRows(
  context: EngineContext,
  query: { runbook: string | undefined; offset: number; limit: number },
): { sessions: SessionRow[]; total: number } {
  const runbookID =
    query.runbook === undefined ? undefined : (context.definitions().runbooks.find(query.runbook)?.id ?? query.runbook);
  const matching = [...context.state.sessions()].filter(
    (session) => runbookID === undefined || session.runbookID === runbookID,
  );
  return {
    sessions: matching.slice(query.offset, query.offset + query.limit).map((session) => sessionRow(context, session)),
    total: matching.length,
  };
}

/** A session with its blocks and all of its runs, oldest first. */
export function* sessionDetail(context: EngineContext, id: string): InSlices<SessionDetail> {
  const row = sessionRow(context, requireSession(context, id));
  const runs: RunRow[] = [];
  for (const { id: runID } of context.state.runIndex({ sessionID: id })) {
    yield;
    const run = context.state.get('run', runID);
    if (run !== undefined) runs.push(runRow(context, run));
  }
  return { row, runs: runs.reverse() };
}
