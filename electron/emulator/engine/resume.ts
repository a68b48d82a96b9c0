import { TERMINAL_SESSION_STATUSES } from '../../../shared/model/status.ts';
import { appendLog } from './logs.ts';
import type { RunRecord } from './records.ts';
import type { Runner } from './runner.ts';
import type { Sessions } from './sessions.ts';
import { findTaskBlueprint, type EngineContext } from './engine-context.ts';

/** The reason for resuming runs: a start, a restored checkpoint, or an opened bundle. */
export type ResumeCause = 'restart' | 'restore' | 'bundle';

/** Parts of the engine that resume. */
interface ResumeParts {
  readonly runner: Runner;
  readonly sessions: Sessions;
}

/**
 * Resumes the unfinished runs and sessions of the state. Active runs of a behavior that saves no progress fail with `interrupted
 * by restart` or `interrupted by restore`. Those of a bundle stay unchanged: it may be from someone else, and opening it runs no
 * code. Returns messages to show at start-up.
 */
export function resumeAll(context: EngineContext, { runner, sessions }: ResumeParts, cause: ResumeCause): string[] {
  const runs = context.state.unfinishedRuns();
  // New times must be later than every stored one, even when the clock was set back.
  for (const run of [...runs, ...newestRuns(context)]) context.time.advancePast(run.updatedAt);
  if (cause === 'bundle') return pausedSentences(runs.length);
  const lost = runs.filter(
    (run) => run.blueprintID !== '' && findTaskBlueprint(context, run.blueprintID) === undefined,
  );
  const isLost = new Set(lost);
  const interrupted = runs.filter((run) => run.status === 'Active' && !isLost.has(run) && !resumes(context, run));
  const ending = new Set([...lost, ...interrupted]);
  const resumed = runs.filter((run) => !ending.has(run));
  // Sessions first: they wait for the ends of their runs, and some of these end below.
  const live = [...context.state.sessions()].filter((session) => !TERMINAL_SESSION_STATUSES.has(session.status));
  for (const session of live) sessions.resume(session);
  for (const run of interrupted) runner.fail(run, `interrupted by ${cause}`);
  for (const run of lost)
    runner.cancel(run.id, null, 'Run was cancelled: the definition of its task is missing from the state.');
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
    [interrupted.length, 'run', `failed (interrupted by ${cause})`],
    [lost.length, 'run', 'cancelled (definition of its task is missing)'],
    [live.length, 'session', 'resumed'],
  ] as const;
  const sentences = parts.filter(([n]) => n > 0).map(([n, noun, fate]) => `${n} ${noun}${n === 1 ? '' : 's'} ${fate}`);
  return sentences.length === 0 ? [] : [`Recovered from the last stop: ${sentences.join(', ')}.`];
}

function pausedSentences(count: number): string[] {
  const runs = count === 1 ? '1 unfinished run is' : `${count} unfinished runs are`;
  return count === 0 ? [] : [`${runs} shown as saved and will not go on; a reset removes them.`];
}

function newestRuns(context: EngineContext): { updatedAt: number }[] {
  const newest: { updatedAt: number }[] = [];
  for (const entry of context.state.runIndex({})) {
    newest.push(entry);
    if (newest.length === 1000) break;
  }
  return newest;
}

function resumes(context: EngineContext, run: RunRecord): boolean {
  const task = findTaskBlueprint(context, run.blueprintID);
  return task === undefined || context.behaviors[task.behavior.kind].resumes;
}
