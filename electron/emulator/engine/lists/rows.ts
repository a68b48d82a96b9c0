import type { LogPage, RunRow, TrafficRow } from '../../../../shared/contract/emulator/rows.ts';
import { slugOrName } from '../../../../shared/model/titles.ts';
import { formatTimestamp } from '../../../../shared/values/timestamp.ts';
import type { RunPage, RunRowQuery } from '../runs/run-operations.ts';
import { isHeld } from '../context/held.ts';
import { logEntry } from '../runs/logs.ts';
import { isFilter, chosenTest, durationTest, someHasWord, statusTest, type TermTests } from './filter-tests.ts';
import { runReason } from './reasons.ts';
import { endOf, isFinished } from '../runs/run-machine.ts';
import type { RunQuery } from '../context/state-port.ts';
import type { RunRecord } from '../context/records.ts';
import { environmentOf } from '../context/scope.ts';
import { momentView } from '../context/views.ts';
import { requireRun, type EngineContext } from '../context/engine-context.ts';
import { hasWord, jsonHasWord, valueTest } from '../../../../shared/model/filter.ts';
import { factTerms, itemFilter, type ItemTest } from './item-filter.ts';

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
    reason: runReason(context, run),
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

/** A page of the window's list, newest first, with the number of all matches. */
export function runRows(context: EngineContext, query: RunRowQuery): RunPage {
  const { index, isFiltered, mayMatch, matches } = runSelection(context, query);
  const runs: RunRow[] = [];
  let total = 0;
  for (const run of context.state.runs(index)) {
    if (!mayMatch(run)) continue;
    const isComplete = runs.length >= query.limit;
    if (isComplete && !isFiltered) return { runs, total: context.state.runCount(index) };
    if (matches !== undefined && !matches(run)) continue;
    if (total >= query.offset && !isComplete) runs.push(runRow(context, run));
    total++;
  }
  return { runs, total };
}

/** The runs that a query selects. */
interface SelectedRuns {
  readonly index: RunQuery;
  /** True when not all runs of the index are selected. */
  readonly isFiltered: boolean;
  /** The test of the query without its filter. */
  readonly mayMatch: (run: RunRecord) => boolean;
  /** The test of its filter. */
  readonly matches: ((run: RunRecord) => boolean) | undefined;
}

function runSelection(context: EngineContext, query: RunRowQuery): SelectedRuns {
  const { status, text, q, since, until, session } = query;
  const { tasks, environments } = context.definitions();
  const taskID = query.task && (tasks.find(query.task)?.id ?? query.task);
  const environmentID = query.environment && (environments.find(query.environment)?.id ?? query.environment);
  const matches = isFilter(q) ? runFilter(q, context) : undefined;
  return {
    index: {
      ...(taskID === undefined ? {} : { taskID }),
      ...(session === undefined ? {} : { sessionID: session }),
    },
    isFiltered: status.length > 0 || [environmentID, text, matches, since, until].some((one) => one !== undefined),
    mayMatch: (run) =>
      (status.length === 0 || status.includes(run.status)) &&
      (environmentID === undefined || run.environmentID === environmentID) &&
      (since === undefined || run.createdAt >= since) &&
      (until === undefined || run.createdAt < until) &&
      (text === undefined || hasText(run, text)),
    matches,
  };
}

function hasText({ id, name, taskSlug, failure, origin }: RunRecord, text: string): boolean {
  const wanted = text.toLowerCase();
  return [id, name, taskSlug, failure, origin.kind, origin.webhook].some((field) =>
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

type Test = ItemTest<RunRecord>;

const TERMS: TermTests<'run', Test> = {
  ...factTerms<RunRecord>((run) => run),
  status: (value) => {
    const isWanted = statusTest(value);
    return ({ status }) => isWanted(status);
  },
  task:
    (value) =>
    ({ taskID, taskSlug, name }) =>
      someHasWord([taskID, taskSlug, name], value),
  session:
    (value) =>
    ({ sessionID }) =>
      hasWord(sessionID, value),
  is: (value) => chosenTest(KINDS, value),
  took: (value) => {
    const isMet = durationTest(value);
    return (run, context) => isMet(durationOf(run, context));
  },
  error:
    (value) =>
    ({ failure }) =>
      hasWord(failure, value),
  output: (value) => {
    const isMet = valueTest(value);
    return ({ output }) => output !== undefined && isMet(output);
  },
};

/** Values of the term `is`. */
const KINDS: Readonly<Record<string, Test>> = {
  waiting: ({ waiting }) => waiting,
  ended: isFinished,
  child: ({ parentID }) => parentID !== '',
  held: ({ held }) => held,
  repeat: ({ repeats }) => repeats !== '',
};

/** Returns the test of a filter of runs. Throws 400 for an invalid filter. */
function runFilter(text: string, context: EngineContext): (run: RunRecord) => boolean {
  return itemFilter('run', text, { context, terms: TERMS, hasText: runHasWord });
}

/** True when a run's names, values, output, failure or prompts contain a word, or its log once it has ended. */
export function runHasWord(context: EngineContext, run: RunRecord, word: string): boolean {
  const { id, sessionID, taskSlug, name, failure, origin, environmentID, paramValues, output } = run;
  const environment = environmentOf(context, environmentID).slug;
  const texts = [id, sessionID, taskSlug, name, failure, environment, origin.kind, origin.webhook];
  if (someHasWord(texts, word)) return true;
  if (jsonHasWord(paramValues, word) || (output !== undefined && jsonHasWord(output, word))) return true;
  const isInPrompt = context.state
    .promptsOf(id)
    .some((prompt) => hasWord(prompt.description, word) || jsonHasWord(prompt.values, word));
  return isInPrompt || (isFinished(run) && logHasWord(context, id, word));
}

function logHasWord({ state }: EngineContext, id: string, word: string): boolean {
  return state.logs(id, 1, Infinity).some(({ text }) => hasWord(text, word));
}

/** Time for which a run has been executing, in microseconds; `undefined` before it begins. */
function durationOf(run: RunRecord, context: EngineContext): number | undefined {
  return run.activeAt === null ? undefined : (endOf(run) ?? context.time.now()) - run.activeAt;
}
