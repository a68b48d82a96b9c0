import type { Invariant } from '../../../shared/model/invariant.ts';
import type { Schedule } from '../../../shared/model/schedule.ts';
import { REPETITIONS } from './found.ts';
import { inOrder } from './in-order.ts';
import { judgeBaseline, type Violation } from './judge.ts';
import type { RunTrial, Trial } from './trial.ts';

/** Runs one schedule five times, after a baseline. */
export async function repeat(
  schedule: Schedule,
  plan: { readonly invariants: readonly Invariant[]; readonly jobs: number },
  run: RunTrial,
): Promise<{ readonly baseline: Trial; readonly trials: Trial[]; readonly failing: Violation[] }> {
  const baseline = await run([], 1);
  const failing = judgeBaseline(plan.invariants, baseline, baseline);
  const trials = failing.length > 0 ? [] : await repetitions(schedule, plan.jobs, (each, at) => run(each, at + 2));
  return { baseline, trials, failing };
}

/** Tries a schedule five times, `jobs` at a time. */
export async function repetitions(schedule: Schedule, jobs: number, run: RunTrial): Promise<Trial[]> {
  const trials: Trial[] = [];
  const schedules = Array.from({ length: REPETITIONS }, () => schedule);
  await inOrder(schedules, jobs, {
    run: (each, index) => run(each, index + 1),
    take: (trial) => void trials.push(trial),
  });
  return trials;
}
