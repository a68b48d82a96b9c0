import { TERMINAL_SESSION_STATUSES } from '../../../shared/model/status.ts';
import { appendLog } from './logs.ts';
import type { RunRecord } from './records.ts';
import type { Runner } from './runner.ts';
import type { Sessions } from './sessions.ts';
import { findTaskBlueprint, type EngineContext } from './engine-context.ts';

/**
 * Takes up what was unfinished at the last stop, by one rule: what saves its progress goes on, the rest fails with
 * `interrupted by restart`. Gives sentences for the start-up message.
 */
export function resumeAll(context: EngineContext, runner: Runner, sessions: Sessions): string[] {
  const runs = context.state.unfinishedRuns();
  // Whatever the clock did meanwhile, what happens from now on is later than all that is known.
  for (const run of [...runs, ...newestOf(context)]) context.time.advancePast(run.updatedAt);
  const lost = runs.filter(
    (run) => run.blueprintID !== '' && findTaskBlueprint(context, run.blueprintID) === undefined,
  );
  const isLost = new Set(lost);
  const interrupted = runs.filter((run) => run.status === 'Active' && !isLost.has(run) && !resumes(context, run));
  const ending = new Set([...lost, ...interrupted]);
  const going = runs.filter((run) => !ending.has(run));
  // Sessions first: they listen for the ends of their runs, of which some end right now.
  const live = [...context.state.sessions()].filter((session) => !TERMINAL_SESSION_STATUSES.has(session.status));
  for (const session of live) sessions.resume(session);
  for (const run of interrupted) runner.fail(run, 'interrupted by restart');
  for (const run of lost) runner.cancel(run.id, null, 'Run was cancelled: the state has lost what its task was.');
  // Active ones take their slots before any that waited may start.
  const ordered = [
    ...going.filter((run) => run.status === 'Active'),
    ...going.filter((run) => run.status !== 'Active'),
  ];
  for (const run of ordered) {
    if (run.status === 'Active') appendLog(context, run, 'debug', 'Resumed after a restart.');
    runner.resume(run);
  }
  return summary({ going: going.length, interrupted: interrupted.length, lost: lost.length, sessions: live.length });
}

function newestOf(context: EngineContext): { updatedAt: number }[] {
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

interface Counts {
  readonly going: number;
  readonly interrupted: number;
  /** Runs whose definition is lost. */
  readonly lost: number;
  readonly sessions: number;
}

function summary({ going: resumed, interrupted: failed, lost, sessions }: Counts): string[] {
  const parts = [
    ...(resumed > 0 ? [`${count(resumed, 'run')} resumed`] : []),
    ...(failed > 0 ? [`${count(failed, 'run')} failed (interrupted by restart)`] : []),
    ...(lost > 0 ? [`${count(lost, 'run')} cancelled (its task is lost)`] : []),
    ...(sessions > 0 ? [`${count(sessions, 'session')} resumed`] : []),
  ];
  return parts.length === 0 ? [] : [`Recovered from the last stop: ${parts.join(', ')}.`];
}

function count(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? '' : 's'}`;
}
