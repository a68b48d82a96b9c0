import type { RunFromStep, StepResult } from '../../../../shared/contract/emulator/state.ts';
import { ApiError } from '../../../../shared/http/errors.ts';
import type { Step } from '../../../../shared/model/behavior.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../../shared/values/json.ts';
import { quoteForMessage } from '../../../../shared/values/messages.ts';
import type { TaskDefinition } from '../definitions/definitions.ts';
import type { Call } from '../context/call.ts';
import { findTaskBlueprint, notFound, type EngineContext } from '../context/engine-context.ts';
import { executeTask } from '../runs/execute.ts';
import type { RunRecord } from '../context/records.ts';
import { childResult } from './run-context.ts';
import type { Runner } from '../runs/runner.ts';
import { timedSteps } from '../runs/run-steps.ts';

/** Returns the name of a step's result; undefined for a step without one. */
function nameOf(step: Step): string | undefined {
  return 'as' in step ? step.as : undefined;
}

/** The named results of a run's steps, in order: the step's own, otherwise that of the earlier run, otherwise null. */
export function stepResults(context: EngineContext, run: RunRecord): StepResult[] {
  const behavior = findTaskBlueprint(context, run.blueprintID)?.behavior;
  if (behavior?.kind !== 'steps') return [];
  const results: StepResult[] = [];
  let index = 0;
  for (const { promptID, runID } of timedSteps(context, run, behavior.steps)) {
    const step = behavior.steps[index];
    const name = step === undefined ? undefined : nameOf(step);
    if (name !== undefined) {
      const given = promptValue(context, promptID) ?? childValue(context, runID);
      results.push({ step: index, name, value: given ?? run.startsFrom?.results[name] ?? null });
    }
    index++;
  }
  return results;
}

/** Result of a prompt step, for later steps. */
function promptValue(context: EngineContext, id: string): JsonObject | undefined {
  const prompt = context.state.get('prompt', id);
  if (prompt === undefined || prompt.submittedAt === null) return undefined;
  return { id: prompt.id, values: prompt.values, submittedBy: prompt.submittedBy ?? '' };
}

/** Result of an execute step, for later steps. */
function childValue(context: EngineContext, id: string): JsonObject | undefined {
  const child = context.state.get('run', id);
  if (child?.status !== 'Succeeded') return undefined;
  const { runID, status, output } = childResult(context, child);
  return { runID, status, output };
}

interface Restart {
  readonly run: RunRecord;
  readonly start: RunFromStep;
  readonly call: Call;
}

/**
 * Executes the task of a run again from a step, by its current definition, with the run's values, resources and environment.
 * Throws 404 for a deleted task, 400 for a task without that step or an unknown name of a result.
 */
export function executeFromStep(
  context: EngineContext,
  runner: Runner,
  { run, start, call }: Restart,
): { runID: string } {
  const task = context.definitions().tasks.byId(run.taskID) ?? notFound('task', run.taskSlug);
  const kept = new Map(stepResults(context, run).map(({ name, value }) => [name, value]));
  const { webhook_payload: payload, ...paramValues } = run.paramValues;
  const request = {
    task,
    environment:
      context.definitions().environments.byId(run.environmentID) ?? notFound('environment', run.environmentID),
    ...(run.origin.kind === 'webhook' && isJsonObject(payload)
      ? { paramValues, webhookPayload: payload }
      : { paramValues: run.paramValues }),
    resources: run.resources,
    allowCachedMaxAge: 0,
    repeats: run.id,
    startsFrom: { step: start.step, results: resultsBefore(task, start, kept) },
  };
  return { runID: executeTask(context, runner, request, call).runID };
}

/** The results of the steps before a step: those of the request, otherwise those of the run. Throws 400. */
function resultsBefore(
  { slug, behavior }: TaskDefinition,
  { step, results }: RunFromStep,
  kept: ReadonlyMap<string, Json>,
): JsonObject {
  const steps = behavior.kind === 'steps' ? behavior.steps : [];
  if (step >= steps.length) {
    const range = steps.length === 0 ? 'it has no steps' : `its steps are 0 to ${steps.length - 1}`;
    throw new ApiError('invalid_request', `step: the task "${slug}" has no step ${step}; ${range}.`);
  }
  const names = steps.slice(0, step).flatMap((earlier) => nameOf(earlier) ?? []);
  const unknown = Object.keys(results).find((name) => !names.includes(name));
  if (unknown !== undefined) {
    const known = names.length === 0 ? 'have no names for results' : `have the results ${names.join(', ')}`;
    throw new ApiError(
      'invalid_request',
      `results.${quoteForMessage(unknown)}: the steps before step ${step} ${known}.`,
    );
  }
  return Object.fromEntries(
    names.map((name) => [name, Object.hasOwn(results, name) ? (results[name] ?? null) : (kept.get(name) ?? null)]),
  );
}
