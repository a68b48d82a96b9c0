import { z } from 'zod';
import type { BehaviorOf, Step, StepKind, StepOf } from '../../../../shared/model/behavior.ts';
import { Json } from '../../../../shared/values/json-schema.ts';
import { ApiError } from '../../../../shared/http/errors.ts';
import { TurnOver } from '../../../../shared/expression/budget.ts';
import type { BehaviorRunner, RunContext } from '../../engine/context/behavior-port.ts';
import { ResultsBudget } from '../../engine/runs/results-budget.ts';
import { RunLog } from '../run-log.ts';
import { STEP_RUNNERS, type StepStart, type StepContext } from './step-kinds.ts';

/**
 * Progress of a run: index of the next or waiting step, results saved under `as`, and what the waiting step waits for. Bundles mask
 * what has the name of a secret, such as `token`; a run goes on from this.
 */
const Progress = z.object({ next: z.int(), saved: z.record(z.string(), Json), waitsFor: Json.optional() });
type Progress = z.output<typeof Progress>;

/** Number of steps before other runs get a turn. */
const STEPS_PER_TURN = 100;

/** Runs steps in order. Everything between two waits happens in one turn of the event loop, so a restart neither repeats nor loses a step. */
export const stepsRunner: BehaviorRunner<'steps'> = { resumes: true, run: runSteps };

async function runSteps({ steps }: BehaviorOf<'steps'>, run: RunContext): Promise<void> {
  const budget = run.stepBudget();
  let progress = run.progress === null ? begin(steps, run) : Progress.parse(run.progress);
  const first = run.startsFrom?.step ?? 0;
  const held = new ResultsBudget();
  held.add(Object.values(progress.saved), 'steps');
  let context: StepContext = { run, log: new RunLog(run), budget, scope: scopeWith(progress.saved, run) };
  for (let done = 1; progress.next < steps.length; done++) {
    const step = steps[progress.next];
    if (step === undefined) return;
    budget.nextStep();
    // Sets the output of earlier steps again, from the results of the earlier run.
    if (progress.next < first && step.do !== 'output') {
      progress = { ...progress, next: progress.next + 1 };
      continue;
    }
    const given = runStep(step, context, progress);
    const result = given instanceof Promise ? await given : given;
    let { saved } = progress;
    if ('as' in step && step.as !== undefined) {
      saved = { ...saved, [step.as]: result };
      const failure = held.add([result], 'steps');
      if (failure !== null) throw new Error(failure);
      context = { ...context, scope: scopeWith(saved, run) };
    }
    progress = { next: progress.next + 1, saved };
    if (done % STEPS_PER_TURN === 0 || budget.isTurnOver) await nextTurn(run, progress);
  }
}

/** The scope of templates: saved results and the run's own scope. */
function scopeWith(saved: Progress['saved'], { scope }: RunContext): StepContext['scope'] {
  const { params, env, config, resources, run, session } = scope;
  // Much faster than a spread, which gives each object a hidden class of its own.
  return Object.assign({}, saved, { params, env, config, resources, run, session });
}

/**
 * The initial progress, with the results of the earlier run. Names under `as` are null until their step is done, and stay null
 * when it is skipped (docs/behaviors.md, "Steps").
 */
function begin(steps: readonly Step[], { startsFrom }: RunContext): Progress {
  const names = steps.flatMap((step) => ('as' in step && step.as !== undefined ? [step.as] : []));
  return { next: 0, saved: { ...Object.fromEntries(names.map((name) => [name, null])), ...startsFrom?.results } };
}

/** Runs a step, or resumes its wait after a restart. Synchronous unless the step waits. */
function runStep(step: Step, context: StepContext, progress: Progress): Json | Promise<Json> {
  if (progress.waitsFor !== undefined) return finishStep(step, progress.waitsFor, context);
  try {
    return attemptStep(step, context, progress);
  } catch (error) {
    if (error instanceof TurnOver) return laterStep(step, context, progress);
    context.run.stepBegan(progress.next);
    throw error;
  }
}

/** Runs a step whose expressions need more than one turn. */
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

/** Runs a step. Throws `TurnOver` before any effect. */
function attemptStep(step: Step, context: StepContext, progress: Progress): Json | Promise<Json> {
  if (step.when !== undefined && !context.budget.evaluate(step.when, context.scope)) return null;
  context.run.stepBegan(progress.next);
  const begun = beginStep(step, context, progress.next);
  if ('result' in begun) return begun.result;
  context.run.save({ next: progress.next, saved: progress.saved, waitsFor: begun.waitsFor });
  return finishStep(step, begun.waitsFor, context);
}

/** Begins a step. A refusal names it: a task may have several steps of a kind. */
function beginStep<Kind extends StepKind>(
  step: StepOf<Kind> & { do: Kind },
  context: StepContext,
  index: number,
): StepStart {
  try {
    return STEP_RUNNERS[step.do].begin(step, context);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw new ApiError(error.code, `Step ${index + 1}, ${step.do}: ${error.message}`, error);
  }
}

async function finishStep(step: Step, waitsFor: Json, context: StepContext): Promise<Json> {
  return (await STEP_RUNNERS[step.do].finish?.(waitsFor, context)) ?? null;
}

/** Saves the progress, so that a restart repeats nothing, and waits for another turn. */
async function nextTurn(run: RunContext, { next, saved }: Progress): Promise<void> {
  run.save({ next, saved });
  await run.nextTurn();
}
