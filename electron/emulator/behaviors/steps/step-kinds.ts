import type { StepKind, StepOf } from '../../../../shared/model/behavior.ts';
import type { Json } from '../../../../shared/values/json.ts';
import { RunFailedError, type RunContext } from '../../engine/behavior-port.ts';
import { renderAsk, renderJson, renderText, type Rendering } from '../../engine/render-ask.ts';
import { z } from 'zod';

/** What a step works with: its run, and what its templates see. */
export interface StepWorld extends Rendering {
  readonly context: RunContext;
}

/** What beginning a step gives: it is done with a result, or it waits for what the token names. */
export type Begun = { readonly result: Json } | { readonly token: Json };

/**
 * A kind of step. `begin` does what must happen once; `finish` waits for what was begun, again after a restart, when all
 * that is left of the step is its token.
 */
interface StepRunner<Kind extends StepKind> {
  readonly begin: (step: StepOf<Kind>, world: StepWorld) => Begun;
  readonly finish?: (token: Json, world: StepWorld) => Promise<Json>;
}

const DONE: Begun = { result: null };
const MICROS_PER_SECOND = 1_000_000;
const Until = z.number();
const StartedID = z.string();
const StartedChild = z.object({ runID: z.string(), task: z.string() });

/** Every kind of step. Adding one is adding an entry here and its schema in shared/model/behavior. */
export const STEP_RUNNERS: { readonly [Kind in StepKind]: StepRunner<Kind> } = {
  log: {
    begin: ({ level, text }, world) => {
      world.context.log(level, renderText(text, world));
      return DONE;
    },
  },
  wait: {
    begin: ({ seconds }, world) => ({
      token: world.context.now() + secondsOf(renderJson(seconds, world)) * MICROS_PER_SECOND,
    }),
    finish: async (token, { context }) => {
      await context.sleepUntil(Until.parse(token));
      return null;
    },
  },
  prompt: {
    begin: beginPrompt,
    finish: async (token, { context }) => ({ ...(await context.promptResult(StartedID.parse(token))) }),
  },
  execute: { begin: beginExecute, finish: finishExecute },
  fail: {
    begin: ({ message }, world) => {
      throw new Error(renderText(message, world) || 'failed by a step');
    },
  },
  output: {
    begin: ({ value }, world) => {
      world.context.setOutput(renderJson(value, world));
      return DONE;
    },
  },
};

function beginPrompt(step: StepOf<'prompt'>, world: StepWorld): Begun {
  const promptID = world.context.startPrompt(renderAsk(step, world));
  world.context.log('debug', `Waiting for prompt ${promptID}.`);
  return { token: promptID };
}

function beginExecute({ task, paramValues, resources }: StepOf<'execute'>, world: StepWorld): Begun {
  const slug = renderText(task, world);
  const runID = world.context.startChild({
    task: slug,
    paramValues: Object.fromEntries(
      Object.entries(paramValues).map(([name, value]) => [name, renderJson(value, world)]),
    ),
    ...(resources === undefined
      ? {}
      : {
          resources: Object.fromEntries(
            Object.entries(resources).map(([alias, named]) => [alias, renderText(named, world)]),
          ),
        }),
  });
  world.context.log('debug', `Executing ${slug} as ${runID}.`);
  return { token: { runID, task: slug } };
}

async function finishExecute(token: Json, { context }: StepWorld): Promise<Json> {
  const { runID, task } = StartedChild.parse(token);
  const child = await context.childResult(runID);
  if (child.status !== 'Succeeded') throw new RunFailedError(child, task);
  const { status, output } = child;
  return { runID, status, output };
}

function secondsOf(value: Json): number {
  const seconds = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof seconds === 'number' && seconds >= 0) return seconds;
  throw new Error(`wait: ${JSON.stringify(value)} is not a number of seconds`);
}
