import type { LogPage, RunRow, TrafficRow } from '../../../shared/contract/emulator/rows.ts';
import { slugOrName } from '../../../shared/model/run-title.ts';
import { formatTimestamp } from '../../../shared/values/timestamp.ts';
import type { InSlices } from './engine.ts';
import type { RunPage, RunRowQuery } from './run-operations.ts';
import { isHeld } from './held.ts';
import { logEntry } from './logs.ts';
import { isFilter } from './filter-tests.ts';
import { RunFilter } from './run-filter.ts';
import { endOf } from './run-machine.ts';
import type { RunIndexEntry, RunQuery } from './state-port.ts';
import type { RunRecord } from './records.ts';
import { environmentOf } from './scope.ts';
import { momentView } from './views.ts';
import { requireRun, type EngineContext } from './engine-context.ts';

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
    held: isHeld(context.state, run),
  };
}

/** Number of parameter values in a row, and characters of each. */
/** First values of a run in its row: their number, and the length at which they are cut. */
export const SHOWN = { values: 3, characters: 60 };

/** The task of a run and its first values, for a row of a request; `undefined` without a run. */
export function runSubject(run: RunRecord | undefined): TrafficRow['subject'] {
  if (run === undefined) return undefined;
  const values = firstValues(run.paramValues).map(([, value]) => value);
  return { slug: slugOrName(run), values };
}

/** The first values as short texts. Its time does not depend on the size of the values. */
export function firstValues(values: RunRecord['paramValues']): [string, string][] {
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
export const STRIDE = 32;

/** Maximum number of runs read to count matches once a page is complete: about 100 ms of work. */
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
      // Retention may have dropped it since.
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
  /** False for a run that the index alone excludes. */
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

/** The lines of a run's log from an offset, oldest first. */
export function logPage(context: EngineContext, id: string, offset: number, limit: number): LogPage {
  requireRun(context, id);
  return {
    lines: context.state.logs(id, offset + 1, offset + limit + 1).map(logEntry),
    total: context.state.logCount(id),
  };
}
