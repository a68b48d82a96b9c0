import { z } from 'zod';
import type { BehaviorOf, Step, StepKind, StepOf } from '../../../../shared/model/behavior.ts';
import { Json } from '../../../../shared/values/json-schema.ts';
import { TurnOver } from '../../../../shared/expression/budget.ts';
import type { BehaviorRunner, RunContext } from '../../engine/behavior-port.ts';
import { STEP_RUNNERS, type StepStart, type StepContext } from './step-kinds.ts';

/** Where a run of steps stands: the step that is next or waits, what was saved under `as`, and what it waits for. */
const Progress = z.object({ next: z.int(), saved: z.record(z.string(), Json), token: Json.optional() });
type Progress = z.output<typeof Progress>;

/** How many steps are done before others get a turn. */
const STEPS_PER_TURN = 500;

/** Runs steps one after the other. Between two waits all happens in one turn, so a restart repeats nothing and loses nothing. */
export const stepsRunner: BehaviorRunner<'steps'> = { resumes: true, run: runSteps };

async function runSteps({ steps }: BehaviorOf<'steps'>, run: RunContext): Promise<void> {
  const budget = run.stepBudget();
  let progress = run.progress === null ? begin(steps) : Progress.parse(run.progress);
  let context: StepContext = { run, budget, scope: scopeWith(progress.saved, run) };
  for (let done = 1; progress.next < steps.length; done++) {
    const step = steps[progress.next];
    if (step === undefined) return;
    budget.nextStep();
    const given = runStep(step, context, progress);
    const result = given instanceof Promise ? await given : given;
    let { saved } = progress;
    if ('as' in step && step.as !== undefined) {
      saved = { ...saved, [step.as]: result };
      context = { ...context, scope: scopeWith(saved, run) };
    }
    progress = { next: progress.next + 1, saved };
    if (done % STEPS_PER_TURN === 0 || budget.isTurnOver) await nextTurn(run, progress);
  }
}

/** What templates see: what was saved, beside what every run sees. */
function scopeWith(saved: Progress['saved'], { scope }: RunContext): StepContext['scope'] {
  const { params, env, config, resources, run, session } = scope;
  return { ...saved, params, env, config, resources, run, session };
}

/** Everything that a step may save is null until it does (product, "Templates"). */
function begin(steps: readonly Step[]): Progress {
  const names = steps.flatMap((step) => ('as' in step && step.as !== undefined ? [step.as] : []));
  return { next: 0, saved: Object.fromEntries(names.map((name) => [name, null])) };
}

/** Does one step, or waits on for what it began before a restart. What is not awaited happens at once. */
function runStep(step: Step, context: StepContext, progress: Progress): Json | Promise<Json> {
  if (progress.token !== undefined) return finishStep(step, progress.token, context);
  try {
    return attemptStep(step, context, progress);
  } catch (error) {
    if (error instanceof TurnOver) return laterStep(step, context, progress);
    throw error;
  }
}

/** Does one step whose expressions take more than their share of a turn. */
async function laterStep(step: Step, context: StepContext, progress: Progress): Promise<Json> {
  await nextTurn(context.run, progress);
  for (;;) {
    context.budget.resume();
    try {
      return await attemptStep(step, context, progress);
    } catch (error) {
      if (!(error instanceof TurnOver)) throw error;
      await context.run.nextTurn();
    }
  }
}

/** Does one step; throws TurnOver before anything of it is done. */
function attemptStep(step: Step, context: StepContext, progress: Progress): Json | Promise<Json> {
  if (step.when !== undefined && !context.budget.evaluate(step.when, context.scope)) return null;
  const begun = beginStep(step, context);
  if ('result' in begun) return begun.result;
  context.run.save({ ...progress, token: begun.token });
  return finishStep(step, begun.token, context);
}

function beginStep<Kind extends StepKind>(step: StepOf<Kind> & { do: Kind }, context: StepContext): StepStart {
  return STEP_RUNNERS[step.do].begin(step, context);
}

async function finishStep(step: Step, token: Json, context: StepContext): Promise<Json> {
  return (await STEP_RUNNERS[step.do].finish?.(token, context)) ?? null;
}

/** Lets others have a turn. What was done is kept first, so that a restart repeats none of it. */
async function nextTurn(run: RunContext, { next, saved }: Progress): Promise<void> {
  run.save({ next, saved });
  await run.nextTurn();
}
