import { TERMINAL_SESSION_STATUSES } from '../../shared/model/status.ts';
import { appendLog } from './logs.ts';
import type { RunRecord } from './records.ts';
import type { Runner } from './runner.ts';
import type { Sessions } from './sessions.ts';
import { taskBlueprint, type World } from './world.ts';

/**
 * Takes up what was unfinished at the last stop, by one rule: what saves its progress goes on, the rest fails with
 * `interrupted by restart`. Gives sentences for the start-up message.
 */
export function resumeAll(world: World, runner: Runner, sessions: Sessions): string[] {
  const runs = world.state.unfinishedRuns();
  // Whatever the clock did meanwhile, what happens from now on is later than all that is known.
  for (const run of [...runs, ...newestOf(world)]) world.moments.after(run.updatedAt);
  const interrupted = runs.filter((run) => run.status === 'Active' && !resumes(world, run));
  const going = runs.filter((run) => !interrupted.includes(run));
  // Sessions first: they listen for the ends of their runs, of which some end right now.
  const live = [...world.state.sessions()].filter((session) => !TERMINAL_SESSION_STATUSES.has(session.status));
  for (const session of live) sessions.resume(session);
  for (const run of interrupted) runner.fail(run, 'interrupted by restart');
  // Active ones take their slots before any that waited may start.
  const ordered = [
    ...going.filter((run) => run.status === 'Active'),
    ...going.filter((run) => run.status !== 'Active'),
  ];
  for (const run of ordered) {
    if (run.status === 'Active') appendLog(world, run, 'debug', 'Resumed after a restart.');
    runner.resume(run);
  }
  return summary(going.length, interrupted.length, live.length);
}

function newestOf(world: World): { updatedAt: number }[] {
  const newest: { updatedAt: number }[] = [];
  for (const entry of world.state.runIndex({})) {
    newest.push(entry);
    if (newest.length === 1000) break;
  }
  return newest;
}

function resumes(world: World, run: RunRecord): boolean {
  return run.blueprintID === '' || world.behaviors[taskBlueprint(world, run.blueprintID).behavior.kind].resumes;
}

function summary(resumed: number, failed: number, sessions: number): string[] {
  const parts = [
    ...(resumed > 0 ? [`${count(resumed, 'run')} resumed`] : []),
    ...(failed > 0 ? [`${count(failed, 'run')} failed (interrupted by restart)`] : []),
    ...(sessions > 0 ? [`${count(sessions, 'session')} resumed`] : []),
  ];
  return parts.length === 0 ? [] : [`Recovered from the last stop: ${parts.join(', ')}.`];
}

function count(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? '' : 's'}`;
}
