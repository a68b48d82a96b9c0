import { TERMINAL_SESSION_STATUSES } from '../../../shared/model/status.ts';
import { appendLog } from './runs/logs.ts';
import { isHeld } from './context/held.ts';
import type { RunRecord, SessionRecord } from './context/records.ts';
import type { Runner } from './runs/runner.ts';
import type { Sessions } from './sessions/sessions.ts';
import { findTaskBlueprint, type EngineContext } from './context/engine-context.ts';

/** The reason for resuming runs: a start, a restored checkpoint, or the release of what was held. */
export type ResumeCause = 'restart' | 'restore' | 'release';

/** The end of runs that cannot go on. Those that are released were interrupted when the file was written. */
const INTERRUPTIONS: Readonly<Record<ResumeCause, string>> = {
  restart: 'interrupted by restart',
  restore: 'interrupted by restore',
  release: 'interrupted by restart',
};

/** Parts of the engine that resume. */
export interface ResumeParts {
  readonly runner: Runner;
  readonly sessions: Sessions;
}

/** Unfinished runs and sessions. */
export interface Unfinished {
  readonly runs: readonly RunRecord[];
  readonly sessions: readonly SessionRecord[];
}

/** Resumes the unfinished runs and sessions of the state that are not held. Returns messages to show at start-up. */
export function resumeAll(context: EngineContext, parts: ResumeParts, cause: ResumeCause): string[] {
  const { state } = context;
  const unfinished = state.unfinishedRuns();
  // New times must be later than every stored one, even when the clock was set back.
  for (const run of [...unfinished, ...newestRuns(context)]) context.time.advancePast(run.updatedAt);
  const live = [...state.sessions()].filter((session) => !TERMINAL_SESSION_STATUSES.has(session.status));
  for (const session of live) if (isHeld(state, session)) parts.sessions.hold(session);
  const isFree = (item: RunRecord | SessionRecord): boolean => !isHeld(state, item);
  const fates = resumeItems(context, parts, cause, { runs: unfinished.filter(isFree), sessions: live.filter(isFree) });
  const recovered = fates.length === 0 ? [] : [`Recovered from the last stop: ${fates.join(', ')}.`];
  return [...recovered, ...heldSentences(unfinished.filter((run) => !isFree(run)).length)];
}

/**
 * Resumes unfinished runs and sessions. Active runs of a behavior that saves no progress fail with `interrupted by restart` or
 * `interrupted by restore`. Returns phrases about what became of them.
 */
export function resumeItems(
  context: EngineContext,
  { runner, sessions }: ResumeParts,
  cause: ResumeCause,
  { runs, sessions: live }: Unfinished,
): string[] {
  const lost = runs.filter(
    (run) => run.blueprintID !== '' && findTaskBlueprint(context, run.blueprintID) === undefined,
  );
  const isLost = new Set(lost);
  const interrupted = runs.filter((run) => run.status === 'Active' && !isLost.has(run) && !resumes(context, run));
  const ending = new Set([...lost, ...interrupted]);
  const resumed = runs.filter((run) => !ending.has(run));
  // Sessions first: they wait for the ends of their runs, and some of these end below.
  for (const session of live) sessions.resume(session);
  for (const run of interrupted) runner.fail(run, INTERRUPTIONS[cause]);
  const why = 'Run was cancelled: the definition of its task is missing from the state.';
  for (const run of lost) runner.cancel(run.id, { by: null, why });
  // Active runs take their slots before queued ones may start.
  const ordered = [
    ...resumed.filter((run) => run.status === 'Active'),
    ...resumed.filter((run) => run.status !== 'Active'),
  ];
  for (const run of ordered) {
    // A restored state is as it was saved.
    if (run.status === 'Active' && cause === 'restart') appendLog(context, run, 'debug', 'Resumed after a restart.');
    runner.resume(run);
  }
  const parts = [
    [resumed.length, 'run', 'resumed'],
    [interrupted.length, 'run', `failed (${INTERRUPTIONS[cause]})`],
    [lost.length, 'run', 'cancelled (definition of its task is missing)'],
    [live.length, 'session', 'resumed'],
  ] as const;
  return parts.filter(([n]) => n > 0).map(([n, noun, fate]) => `${n} ${noun}${n === 1 ? '' : 's'} ${fate}`);
}

function heldSentences(count: number): string[] {
  const [runs, they] = count === 1 ? ['1 unfinished run is', 'it'] : [`${count} unfinished runs are`, 'they'];
  const how = 'a release in the window or by hangar release lets them go on, and runs their commands';
  return count === 0 ? [] : [`${runs} held, since ${they} came from a file: ${how}.`];
}

function newestRuns(context: EngineContext): { updatedAt: number }[] {
  const newest: { updatedAt: number }[] = [];
  for (const run of context.state.runs({})) {
    newest.push(run);
    if (newest.length === 1000) break;
  }
  return newest;
}

function resumes(context: EngineContext, run: RunRecord): boolean {
  const task = findTaskBlueprint(context, run.blueprintID);
  return task === undefined || context.behaviors[task.behavior.kind].resumes;
}
