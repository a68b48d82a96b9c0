import type { Invariant } from '../../../shared/model/invariant.ts';
import type { Schedule } from '../../../shared/model/schedule.ts';
import { REPETITIONS } from '../../../shared/model/reproduced.ts';
import { inOrder } from './in-order.ts';
import { judgeBaseline, type Violation } from './judge.ts';
import type { RunTrial, Trial } from './trial.ts';

/** The way in which a schedule is repeated. */
interface Repetition {
  readonly invariants: readonly Invariant[];
  readonly jobs: number;
  /** Ends the repetitions: the clients of trials that go on are ended, too. */
  readonly signal: AbortSignal;
}

/** Runs one schedule five times, after a baseline. */
export async function repeat(
  schedule: Schedule,
  plan: Repetition,
  run: RunTrial,
): Promise<{ readonly baseline: Trial; readonly trials: Trial[]; readonly failing: Violation[] }> {
  const baseline = await run([], 1);
  const failing = plan.signal.aborted ? [] : judgeBaseline(plan.invariants, baseline, baseline);
  const trials = failing.length > 0 ? [] : await repetitions(schedule, plan, (each, at) => run(each, at + 2));
  return { baseline, trials, failing };
}

/** Tries a schedule five times, `jobs` at a time; fewer times when that is ended. */
export async function repetitions(
  schedule: Schedule,
  { jobs, signal }: Pick<Repetition, 'jobs' | 'signal'>,
  run: RunTrial,
): Promise<Trial[]> {
  const trials: Trial[] = [];
  const schedules = Array.from({ length: REPETITIONS }, () => schedule);
  await inOrder(schedules, jobs, {
    run: async (each, index) => {
      const trial = await run(each, index + 1);
      // The client of a later one was ended.
      if (!signal.aborted) trials.push(trial);
    },
    take: () => undefined,
    isOver: () => signal.aborted,
  });
  return trials;
}
