import { z } from 'zod';
import type { BehaviorOf, Step, StepKind, StepOf } from '../../../../shared/model/behavior.ts';
import { Json } from '../../../../shared/values/json-schema.ts';
import { TurnOver } from '../../../../shared/expression/budget.ts';
import type { BehaviorRunner, RunContext } from '../../engine/behavior-port.ts';
import { STEP_RUNNERS, type Begun, type StepWorld } from './step-kinds.ts';

/** Where a run of steps stands: the step that is next or waits, what was saved under `as`, and what it waits for. */
const Progress = z.object({ next: z.int(), saved: z.record(z.string(), Json), token: Json.optional() });
type Progress = z.output<typeof Progress>;

/** How many steps are done before others get a turn. */
const STEPS_PER_TURN = 500;

/** Runs steps one after the other. Between two waits all happens in one turn, so a restart repeats nothing and loses nothing. */
export const stepsRunner: BehaviorRunner<'steps'> = { resumes: true, run: runSteps };

async function runSteps({ steps }: BehaviorOf<'steps'>, context: RunContext): Promise<void> {
  const budget = context.stepBudget();
  let progress = context.progress === null ? begin(steps) : Progress.parse(context.progress);
  let world: StepWorld = { context, budget, scope: scopeWith(progress.saved, context) };
  for (let done = 1; progress.next < steps.length; done++) {
    const step = steps[progress.next];
    if (step === undefined) return;
    budget.nextStep();
    const given = runStep(step, world, progress);
    const result = given instanceof Promise ? await given : given;
    let { saved } = progress;
    if ('as' in step && step.as !== undefined) {
      saved = { ...saved, [step.as]: result };
      world = { ...world, scope: scopeWith(saved, context) };
    }
    progress = { next: progress.next + 1, saved };
    if (done % STEPS_PER_TURN === 0 || budget.isTurnOver) await nextTurn(context, progress);
  }
}

/** What templates see: what was saved, beside what every run sees. */
function scopeWith(saved: Progress['saved'], { scope }: RunContext): StepWorld['scope'] {
  const { params, env, config, resources, run, session } = scope;
  return { ...saved, params, env, config, resources, run, session };
}

/** Everything that a step may save is null until it does (product, "Templates"). */
function begin(steps: readonly Step[]): Progress {
  const names = steps.flatMap((step) => ('as' in step && step.as !== undefined ? [step.as] : []));
  return { next: 0, saved: Object.fromEntries(names.map((name) => [name, null])) };
}

/** Does one step, or waits on for what it began before a restart. What is not awaited happens at once. */
function runStep(step: Step, world: StepWorld, progress: Progress): Json | Promise<Json> {
  if (progress.token !== undefined) return finishStep(step, progress.token, world);
  try {
    return attemptStep(step, world, progress);
  } catch (error) {
    if (error instanceof TurnOver) return laterStep(step, world, progress);
    throw error;
  }
}

/** Does one step whose expressions take more than their share of a turn. */
async function laterStep(step: Step, world: StepWorld, progress: Progress): Promise<Json> {
  await nextTurn(world.context, progress);
  for (;;) {
    world.budget.resume();
    try {
      return await attemptStep(step, world, progress);
    } catch (error) {
      if (!(error instanceof TurnOver)) throw error;
      await world.context.nextTurn();
    }
  }
}

/** Does one step; throws TurnOver before anything of it is done. */
function attemptStep(step: Step, world: StepWorld, progress: Progress): Json | Promise<Json> {
  if (step.when !== undefined && !world.budget.evaluate(step.when, world.scope)) return null;
  const begun = beginStep(step, world);
  if ('result' in begun) return begun.result;
  world.context.save({ ...progress, token: begun.token });
  return finishStep(step, begun.token, world);
}

function beginStep<Kind extends StepKind>(step: StepOf<Kind> & { do: Kind }, world: StepWorld): Begun {
  return STEP_RUNNERS[step.do].begin(step, world);
}

async function finishStep(step: Step, token: Json, world: StepWorld): Promise<Json> {
  return (await STEP_RUNNERS[step.do].finish?.(token, world)) ?? null;
}

/** Lets others have a turn. What was done is kept first, so that a restart repeats none of it. */
async function nextTurn(context: RunContext, { next, saved }: Progress): Promise<void> {
  context.save({ next, saved });
  await context.nextTurn();
}
