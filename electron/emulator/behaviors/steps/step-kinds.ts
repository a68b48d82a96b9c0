import type { StepKind, StepOf } from '../../../../shared/model/behavior.ts';
import type { Json } from '../../../../shared/values/json.ts';
import { RunFailedError, type RunContext } from '../../engine/behavior-port.ts';
import { renderPrompt, renderJson, renderText, type Rendering } from '../../engine/rendering.ts';
import { z } from 'zod';

/** What a step works with: its run, and what its templates see. */
export interface StepContext extends Rendering {
  readonly run: RunContext;
}

/** What beginning a step gives: it is done with a result, or it waits for what the token names. */
export type StepStart = { readonly result: Json } | { readonly token: Json };

/**
 * A kind of step. `begin` does what must happen once; `finish` waits for what was begun, again after a restart, when all
 * that is left of the step is its token.
 */
interface StepRunner<Kind extends StepKind> {
  readonly begin: (step: StepOf<Kind>, context: StepContext) => StepStart;
  readonly finish?: (token: Json, context: StepContext) => Promise<Json>;
}

const DONE: StepStart = { result: null };
const MICROS_PER_SECOND = 1_000_000;
const Until = z.number();
const StartedID = z.string();
const StartedChild = z.object({ runID: z.string(), task: z.string() });

/** Every kind of step. Adding one is adding an entry here and its schema in shared/model/behavior. */
export const STEP_RUNNERS: { readonly [Kind in StepKind]: StepRunner<Kind> } = {
  log: {
    begin: ({ level, text }, context) => {
      context.run.log(level, renderText(text, context));
      return DONE;
    },
  },
  wait: {
    begin: ({ seconds }, context) => ({
      token: context.run.now() + secondsOf(renderJson(seconds, context)) * MICROS_PER_SECOND,
    }),
    finish: async (token, { run }) => {
      await run.sleepUntil(Until.parse(token));
      return null;
    },
  },
  prompt: {
    begin: beginPrompt,
    finish: async (token, { run }) => ({ ...(await run.promptResult(StartedID.parse(token))) }),
  },
  execute: { begin: beginExecute, finish: finishExecute },
  fail: {
    begin: ({ message }, context) => {
      throw new Error(renderText(message, context) || 'failed by a step');
    },
  },
  output: {
    begin: ({ value }, context) => {
      context.run.setOutput(renderJson(value, context));
      return DONE;
    },
  },
};

function beginPrompt(step: StepOf<'prompt'>, context: StepContext): StepStart {
  const promptID = context.run.startPrompt(renderPrompt(step, context));
  context.run.log('debug', `Waiting for prompt ${promptID}.`);
  return { token: promptID };
}

function beginExecute({ task, paramValues, resources }: StepOf<'execute'>, context: StepContext): StepStart {
  const slug = renderText(task, context);
  const runID = context.run.startChild({
    task: slug,
    paramValues: Object.fromEntries(
      Object.entries(paramValues).map(([name, value]) => [name, renderJson(value, context)]),
    ),
    ...(resources === undefined
      ? {}
      : {
          resources: Object.fromEntries(
            Object.entries(resources).map(([alias, named]) => [alias, renderText(named, context)]),
          ),
        }),
  });
  context.run.log('debug', `Executing ${slug} as ${runID}.`);
  return { token: { runID, task: slug } };
}

async function finishExecute(token: Json, { run }: StepContext): Promise<Json> {
  const { runID, task } = StartedChild.parse(token);
  const child = await run.childResult(runID);
  if (child.status !== 'Succeeded') throw new RunFailedError(child, task);
  const { status, output } = child;
  return { runID, status, output };
}

function secondsOf(value: Json): number {
  const seconds = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof seconds === 'number' && seconds >= 0) return seconds;
  throw new Error(`wait: ${JSON.stringify(value)} is not a number of seconds`);
}
