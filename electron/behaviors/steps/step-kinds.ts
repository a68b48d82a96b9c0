import type { StepKind, StepOf } from '../../../shared/model/behavior.ts';
import type { Json } from '../../../shared/model/json.ts';
import type { Limits } from '../../../shared/expression/evaluate.ts';
import { render } from '../../../shared/expression/template.ts';
import { RunFailedError, type RunContext } from '../../engine/behavior-port.ts';
import { z } from 'zod';

/** What a step works with: its run, and what its templates see. */
export interface StepWorld {
  readonly context: RunContext;
  readonly scope: Readonly<Record<string, unknown>>;
  readonly limits: Limits;
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
      world.context.log(level, asText(rendered(text, world)));
      return DONE;
    },
  },
  wait: {
    begin: ({ seconds }, world) => ({
      token: world.context.now() + secondsOf(rendered(seconds, world)) * MICROS_PER_SECOND,
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
      throw new Error(asText(rendered(message, world)) || 'failed by a step');
    },
  },
  output: {
    begin: ({ value }, world) => {
      world.context.setOutput(rendered(value, world));
      return DONE;
    },
  },
};

function beginPrompt(step: StepOf<'prompt'>, world: StepWorld): Begun {
  const text = (template: string): string => asText(rendered(template, world));
  const promptID = world.context.startPrompt({
    description: text(step.description),
    confirmText: text(step.confirmText),
    cancelText: text(step.cancelText),
    parameters: step.parameters.map((parameter) =>
      parameter.default === undefined ? parameter : { ...parameter, default: rendered(parameter.default, world) },
    ),
    reviewers: step.reviewers,
  });
  world.context.log('debug', `Waiting for prompt ${promptID}.`);
  return { token: promptID };
}

function beginExecute({ task, paramValues, resources }: StepOf<'execute'>, world: StepWorld): Begun {
  const slug = asText(rendered(task, world));
  const runID = world.context.startChild({
    task: slug,
    paramValues: Object.fromEntries(Object.entries(paramValues).map(([name, value]) => [name, rendered(value, world)])),
    ...(resources === undefined
      ? {}
      : {
          resources: Object.fromEntries(
            Object.entries(resources).map(([alias, named]) => [alias, asText(rendered(named, world))]),
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

/** A value with its templates filled in; nothing becomes null, which JSON can hold. */
function rendered(value: Json, { scope, limits }: StepWorld): Json {
  // Templates give JSON values or undefined; see shared/expression.
  return (render(value, scope, limits) ?? null) as Json;
}

function asText(value: Json): string {
  if (typeof value === 'string') return value;
  return value === null ? '' : JSON.stringify(value);
}

function secondsOf(value: Json): number {
  const seconds = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof seconds === 'number' && seconds >= 0) return seconds;
  throw new Error(`wait: ${JSON.stringify(value)} is not a number of seconds`);
}
