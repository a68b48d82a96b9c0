import type {
  LogPage,
  PromptRow,
  RunRow,
  SessionBlock,
  SessionRow,
  TrafficRow,
} from '../../../shared/contract/emulator/rows.ts';
import { formatTimestamp } from '../../../shared/values/timestamp.ts';
import type { InSlices, RunPage, RunRowQuery, SessionDetail, SessionRowQuery } from './engine.ts';
import { logEntry } from './logs.ts';
import { isFilter } from './filter-tests.ts';
import { promptFilter } from './prompt-filter.ts';
import { RunFilter } from './run-filter.ts';
import { endOf } from './run-machine.ts';
import { sessionFilter } from './session-filter.ts';
import type { RunIndexEntry, RunQuery } from './state-port.ts';
import type { BlockState, PromptRecord, RunRecord, SessionRecord } from './records.ts';
import { environmentOf } from './scope.ts';
import { givenAnswer, momentView, promptView, sessionView } from './views.ts';
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

/** The task of a run and its first values, as a row of a request shows them; `undefined` without a run. */
export function runSubject(run: RunRecord | undefined): TrafficRow['subject'] {
  if (run === undefined) return undefined;
  const values = firstValues(run.paramValues).map(([, value]) => value);
  return { slug: run.taskSlug === '' ? run.name : run.taskSlug, values };
}

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

/** Number of items checked between two yields. */
const STRIDE = 32;

/** Number of runs that are read to count matches once a page is complete: about 100 ms of work. */
const COUNTED_RUNS = 2000;

/** A page of the window's list, newest first, with the number of matches, which is only a lower bound when not exact. */
export function* runRows(context: EngineContext, query: RunRowQuery): InSlices<RunPage> {
  const { index, isFiltered, mayMatch, filter } = runSelection(context, query);
  const isIndexed = filter === undefined || filter.isIndexed;
  const runs: RunRow[] = [];
  let [total, seen, read] = [0, 0, 0];
  for (const entry of context.state.runIndex(index)) {
    if (++seen % STRIDE === 0) yield;
    if (!mayMatch(entry)) continue;
    const isComplete = runs.length >= query.limit;
    // Without filters, the index knows the total.
    if (isComplete && !isFiltered) return { runs, total: context.state.runCount(index), isTotalExact: true };
    if (!isIndexed || (total >= query.offset && !isComplete)) {
      if (isComplete && query.count !== 'exact' && ++read > COUNTED_RUNS) return { runs, total, isTotalExact: false };
      const run = context.state.get('run', entry.id);
      // Retention may have dropped it since the last yield.
      if (run === undefined || (filter !== undefined && !(yield* filter.matches(run)))) continue;
      if (total >= query.offset && !isComplete) runs.push(runRow(context, run));
    }
    total++;
  }
  return { runs, total, isTotalExact: true };
}

/** The runs that a query selects. */
interface SelectedRuns {
  readonly index: RunQuery;
  /** True when not all runs of the index are selected. */
  readonly isFiltered: boolean;
  /** False for a run that is not selected, as far as the index shows. */
  readonly mayMatch: (entry: RunIndexEntry) => boolean;
  readonly filter: RunFilter | undefined;
}

function runSelection(context: EngineContext, query: RunRowQuery): SelectedRuns {
  const { status, text, q, since, until, session } = query;
  const { tasks, environments } = context.definitions();
  const taskID = query.task && (tasks.find(query.task)?.id ?? query.task);
  const environmentID = query.environment && (environments.find(query.environment)?.id ?? query.environment);
  const filter = isFilter(q) ? new RunFilter(q, context) : undefined;
  return {
    index: {
      ...(taskID === undefined ? {} : { taskID }),
      ...(session === undefined ? {} : { sessionID: session }),
    },
    isFiltered: status.length > 0 || [environmentID, text, filter, since, until].some((one) => one !== undefined),
    mayMatch: (entry) =>
      (status.length === 0 || status.includes(entry.status)) &&
      (environmentID === undefined || entry.environmentID === environmentID) &&
      (since === undefined || entry.createdAt >= since) &&
      (until === undefined || entry.createdAt < until) &&
      filter?.mayMatch(entry) !== false &&
      (text === undefined || hasText(context, entry.id, text)),
    filter,
  };
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
    answer: isPending(prompt)
      ? context.answers.to(prompt)
      : givenAnswer(prompt.rule, prompt.submittedAt ?? prompt.cancelledAt ?? prompt.createdAt),
  };
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
export function* sessionRows(
  context: EngineContext,
  { runbook, q, offset, limit }: SessionRowQuery,
): InSlices<{ sessions: SessionRow[]; total: number }> {
  const runbookID = runbook === undefined ? undefined : (context.definitions().runbooks.find(runbook)?.id ?? runbook);
  const matches = isFilter(q) ? sessionFilter(q, context) : undefined;
  const sessions: SessionRow[] = [];
  let [total, seen] = [0, 0];
  for (const session of context.state.sessions()) {
    if (++seen % STRIDE === 0) yield;
    if (runbookID !== undefined && session.runbookID !== runbookID) continue;
    if (matches !== undefined && !(yield* matches(session))) continue;
    if (total >= offset && sessions.length < limit) sessions.push(sessionRow(context, session));
    total++;
  }
  return { sessions, total };
}

/** The pending prompts that match a filter, oldest first. */
export function* pendingPromptRows(context: EngineContext, q?: string): InSlices<PromptRow[]> {
  const matches = isFilter(q) ? promptFilter(q, context) : undefined;
  const rows: PromptRow[] = [];
  for (const prompt of context.state.pendingPrompts()) {
    yield;
    if (matches !== undefined && !(yield* matches(prompt))) continue;
    // It may have been answered since the last yield.
    const current = context.state.get('prompt', prompt.id);
    if (current !== undefined && isPending(current)) rows.push(promptRow(context, current));
  }
  return rows;
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
