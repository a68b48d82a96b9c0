import type { StepKind, StepOf } from '../../../../shared/model/behavior.ts';
import type { Json } from '../../../../shared/values/json.ts';
import { type RunContext, RunFailedError } from '../../engine/context/behavior-port.ts';
import { renderPrompt, renderJson, renderText, type Rendering } from '../../engine/runs/rendering.ts';
import type { RunLog } from '../run-log.ts';
import { MICROS_PER_SECOND } from '../../../../shared/values/timestamp.ts';
import { z } from 'zod';

/** The context of a step: its run with its log, and the scope and budget of its templates. */
export interface StepContext extends Rendering {
  readonly run: RunContext;
  readonly log: RunLog;
}

/** Result of `begin`: the result of a finished step, or what it waits for. */
export type StepStart = { readonly result: Json } | { readonly waitsFor: Json };

/**
 * Runs one kind of step. `begin` has the effects that must happen once. `finish` waits for their result, and is repeated with the
 * wait after a restart.
 */
interface StepRunner<Kind extends StepKind> {
  readonly begin: (step: StepOf<Kind>, context: StepContext) => StepStart;
  readonly finish?: (waitsFor: Json, context: StepContext) => Promise<Json>;
}

const DONE: StepStart = { result: null };
const Until = z.number();
const StartedID = z.string();
const StartedChild = z.object({ runID: z.string(), task: z.string() });

/** Runners by kind of step. To add a kind, add an entry here and its schema in shared/model/behavior. */
export const STEP_RUNNERS: { readonly [Kind in StepKind]: StepRunner<Kind> } = {
  log: {
    begin: ({ level, text }, context) => {
      context.log.write(level, renderText(text, context));
      return DONE;
    },
  },
  wait: {
    begin: ({ seconds }, context) => ({
      waitsFor: context.run.now() + secondsOf(renderJson(seconds, context)) * MICROS_PER_SECOND,
    }),
    finish: async (waitsFor, { run }) => {
      await run.sleepUntil(Until.parse(waitsFor));
      return null;
    },
  },
  prompt: {
    begin: beginPrompt,
    finish: async (waitsFor, { run }) => ({ ...(await run.promptResult(StartedID.parse(waitsFor))) }),
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
  return { waitsFor: promptID };
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
  return { waitsFor: { runID, task: slug } };
}

async function finishExecute(waitsFor: Json, { run }: StepContext): Promise<Json> {
  const { runID, task } = StartedChild.parse(waitsFor);
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
