import { ApiError } from '../../../../shared/http/errors.ts';
import type { Caller } from '../../../../shared/model/access.ts';
import { MICROS_PER_SECOND, type Micros } from '../../../../shared/values/timestamp.ts';
import { STANDARD_RUNTIME } from '../../../../shared/model/task.ts';
import { checkValues, REQUIRED, type CheckedValues } from '../../../../shared/model/parameter-values.ts';
import { assertMaySee, type AccessControlled } from '../access/access.ts';
import { bindResources } from '../resources/bind-resources.ts';
import type { Catalogue } from '../definitions/catalogue.ts';
import type { Definitions, TaskDefinition } from '../definitions/definitions.ts';
import type { Call } from '../context/call.ts';
import type { ExecuteRequest, IdOrSlug, PartialExecuteRequest } from './run-operations.ts';
import {
  assertNoProblems,
  type FieldProblem,
  problemsOf,
  warnOfIgnoredValues,
  wrongFields,
} from '../definitions/field-problems.ts';
import { storeTaskBlueprint } from './blueprints.ts';
import type { RunRecord } from '../context/records.ts';
import { changedRun, runRecord } from './run-record.ts';
import type { Runner } from './runner.ts';
import { valuesContext } from '../context/scope.ts';
import { notFound, requireRun, putRun, type EngineContext } from '../context/engine-context.ts';
import { canonicalJson } from '../../../../shared/values/json.ts';
import { memoizeByObject } from '../../../../shared/values/objects.ts';

/** Maximum nesting of runs, so that a task that executes itself fails before it fills the disk. */
const MAX_DEPTH = 50;

/** Executes a task for a caller. Returns a cached run when there is one, otherwise a new run. */
export function executeTask(
  context: EngineContext,
  runner: Runner,
  request: ExecuteRequest,
  call: Call,
): { runID: string; isCached: boolean } {
  const run = prepareRun(context, request, call);
  const maxAge = request.allowCachedMaxAge ?? request.task.allowCachedMaxAge;
  const cached = maxAge > 0 ? findCached(context, run, maxAge) : undefined;
  if (cached !== undefined) return { runID: cached.id, isCached: true };
  submitRun(context, runner, run);
  return { runID: run.id, isCached: false };
}

/** Stores a run, adds it to its parent run, and queues it. */
export function submitRun(context: EngineContext, runner: Runner, run: RunRecord): void {
  if (run.parentID !== '') {
    // Before its parent lists it.
    const problem = context.state.usage.noRoomFor(run.id, run);
    if (problem !== undefined) throw problem;
    const parent = requireRun(context, run.parentID);
    const childRunIDs = [...parent.childRunIDs, run.id];
    putRun(context, changedRun(parent, { childRunIDs, updatedAt: context.time.nextTimestamp() }));
  }
  runner.submit(run);
}

/** The problems of a request's readable fields. Throws the errors that take precedence over them. */
export function requestProblems(
  context: EngineContext,
  request: PartialExecuteRequest,
  caller: Caller,
): readonly FieldProblem[] {
  const { task, paramValues, resources, environment } = request;
  const resourceProblems =
    resources === undefined ? [] : bindResources(context, task, { asked: resources, caller }).problems;
  const values =
    paramValues === undefined ? [] : taskValues(context, task, { paramValues, environment }, caller).problems;
  return [...values, ...resourceProblems];
}

/** Creates the run of a request without storing it. Throws the documented errors, with all field problems at once. */
function prepareRun(context: EngineContext, request: ExecuteRequest, call: Call): RunRecord {
  const { task, environment } = request;
  const { caller, origin } = call;
  const inputs = checkInputs(context, request, call);
  const createdAt = context.time.nextTimestamp();
  const blueprintID = storeTaskBlueprint(context, task);
  const parent = caller.runID === '' ? undefined : requireRun(context, caller.runID);
  const depth = depthBelow(parent, task);
  return runRecord({
    id: context.ids.next('run', createdAt),
    taskID: task.id,
    taskSlug: task.slug,
    name: task.name,
    blueprintID,
    environmentID: environment.id,
    sessionID: request.sessionID ?? parent?.sessionID ?? '',
    parentID: caller.runID,
    depth,
    origin,
    status: 'NotStarted',
    createdAt,
    createdBy: caller.userID,
    updatedAt: createdAt,
    notBefore: earliestStart(context, task, createdAt),
    paramValues: inputs.paramValues,
    resources: inputs.resources,
    isPrivate: task.isPrivate,
    permissions: task.permissions,
    labels: task.constraints.labels,
    runtime: task.runtime ?? STANDARD_RUNTIME,
    timeout: task.timeout,
    inputsZoneID: request.inputsZoneID ?? '',
    inputsZoneToken: request.inputsZoneToken ?? '',
    inputsHash: request.inputsHash ?? '',
    repeats: request.repeats === undefined ? '' : (context.state.get('run', request.repeats)?.id ?? ''),
    startsFrom: request.startsFrom ?? null,
    held: request.held ?? false,
  });
}

/** Nesting of a child run. Throws 400 above the maximum. */
function depthBelow(parent: RunRecord | undefined, { slug }: TaskDefinition): number {
  const depth = parent === undefined ? 0 : parent.depth + 1;
  if (depth <= MAX_DEPTH) return depth;
  throw new ApiError(
    'invalid_request',
    `Runs may not execute one another more than ${MAX_DEPTH} deep; does "${slug}" execute itself?`,
    { decision: 'child-runs' },
  );
}

/** Checks the values and resources of a request. Throws the 400 that names every problem. */
function checkInputs(
  context: EngineContext,
  request: ExecuteRequest,
  { caller, warn }: Call,
): Pick<RunRecord, 'paramValues' | 'resources'> {
  // Resources first: a forbidden resource takes precedence over field problems (decision `errors`).
  const bound = bindResources(context, request.task, { asked: request.resources, caller });
  const checked = taskValues(context, request.task, request, caller);
  assertNoProblems([...checked.problems, ...bound.problems]);
  warnOfIgnoredValues(checked, warn);
  return { paramValues: checked.values, resources: bound.resources };
}

/** The earliest time at which a run of the task becomes Active; 0 for no delay. */
function earliestStart({ time }: EngineContext, { behavior }: TaskDefinition, createdAt: Micros): Micros {
  const wait = behavior.startDelaySeconds + behavior.queueSeconds;
  return wait === 0 ? 0 : time.after(createdAt, wait * MICROS_PER_SECOND);
}

const ID_FIELD = { name: 'id, slug', decision: 'id-field' } as const;

/** Finds the definition that `id` and `slug` name (decision `id-field`). Throws 400 for none or two, 404, or 403. */
export function findByIdOrSlug<T extends { readonly id: string } & AccessControlled>(
  definitions: Definitions,
  catalogue: Catalogue<T>,
  { noun, named: { id, slug }, caller }: { noun: string; named: IdOrSlug; caller: Caller },
): T {
  const byId = id === undefined ? undefined : (catalogue.byId(id) ?? notFound(noun, id, 'id-field'));
  const bySlug = slug === undefined ? undefined : (catalogue.bySlug(slug) ?? notFound(noun, slug, 'id-field'));
  const found = byId ?? bySlug;
  if (found === undefined)
    throw wrongFields([{ ...ID_FIELD, text: `either the ID or the slug of a ${noun} must be provided` }]);
  if (bySlug !== undefined && found.id !== bySlug.id) {
    throw wrongFields([{ ...ID_FIELD, text: `they name different ${noun}s, "${id ?? ''}" and "${slug ?? ''}"` }]);
  }
  assertMaySee(definitions, caller, found, noun);
  return found;
}

/** Checks values, including the payload of a webhook, by the rules of a task's parameters. */
function taskValues(
  context: EngineContext,
  { parameters }: TaskDefinition,
  { paramValues, environment, webhookPayload }: Pick<ExecuteRequest, 'paramValues' | 'environment' | 'webhookPayload'>,
  caller: Caller,
): Pick<CheckedValues, 'values' | 'unknown' | 'coerced'> & { readonly problems: readonly FieldProblem[] } {
  const rules = valuesContext(context, environment, caller);
  if (webhookPayload === undefined) {
    const checked = checkValues(parameters, paramValues, rules);
    const { values, unknown, coerced } = checked;
    return { values, unknown, coerced, problems: problemsOf(checked, 'paramValues') };
  }
  const payload = { webhook_payload: webhookPayload };
  const checked = checkValues(parameters, { ...paramValues, ...payload }, rules);
  return {
    coerced: checked.coerced,
    unknown: checked.unknown.filter((slug) => slug !== 'webhook_payload'),
    values: { ...checked.values, ...payload },
    problems: problemsOf(checked, undefined).map(withWebhookHint),
  };
}

/** Explains how to fix a missing value that a webhook cannot provide (decision `webhook-param`). */
function withWebhookHint(problem: FieldProblem): FieldProblem {
  const text = `${REQUIRED}, and a webhook cannot fill it (make it optional or give it a default)`;
  return problem.lacks === 'value' ? { ...problem, text, decision: 'webhook-param' } : problem;
}

/**
 * Finds the newest succeeded run of the same task with the same inputs, finished at most `maxAge` seconds ago (decision
 * `caching`). Ignores runs that began from a later step.
 */
function findCached(context: EngineContext, wanted: RunRecord, maxAge: number): RunRecord | undefined {
  const key = cacheKey(wanted);
  for (const run of context.state.runs({ taskID: wanted.taskID })) {
    if (run.status !== 'Succeeded' || run.startsFrom !== null) continue;
    if (context.time.elapsedSince(run.updatedAt) > maxAge * MICROS_PER_SECOND) continue;
    if (cacheKey(run) === key) return run;
  }
  return undefined;
}

/**
 * The cache key of a run: environment, resources, and the parameter values or their hash (decision `caching`). A run can be
 * reused for a request of the same task with an equal key.
 */
const cacheKey = memoizeByObject(({ environmentID, resources, paramValues, inputsHash }: RunRecord): string =>
  canonicalJson([environmentID, resources, inputsHash === '' ? paramValues : inputsHash]),
);
