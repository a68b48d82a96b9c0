import { ApiError } from '../../../shared/http/errors.ts';
import type { Caller } from '../../../shared/model/access.ts';
import { ownField } from '../../../shared/values/json.ts';
import type { Micros } from '../../../shared/values/timestamp.ts';
import { checkValues, REQUIRED, type CheckedValues } from '../../../shared/model/parameter-values.ts';
import { assertMaySee } from './access.ts';
import { findCached } from './caching.ts';
import type { TaskDefinition } from './definitions.ts';
import type { Call, ExecuteRequest, PartialExecuteRequest } from './engine.ts';
import { assertNoProblems, problemsOf, warnOfIgnoredValues, type FieldProblem } from './field-problems.ts';
import { storeTaskBlueprint } from './blueprints.ts';
import type { RunRecord } from './records.ts';
import { runRecord } from './run-record.ts';
import type { Runner } from './runner.ts';
import { valuesContext } from './scope.ts';
import { notFound, requireRun, putRun, type EngineContext } from './engine-context.ts';
import { shown } from '../../../shared/values/shown.ts';

/** How many runs may stand above one another: a task that executes itself ends with an error, not with a full disk. */
const MAX_DEPTH = 50;
const MICROS_PER_SECOND = 1_000_000;

/** Where a run hangs: under a parent, in a session, or nowhere. */
export interface RunParent {
  readonly parentID: string;
  readonly sessionID: string;
}

/** Executes a task for a caller: checks everything, then answers a cached run or makes a new one. */
export function executeTask(
  context: EngineContext,
  runner: Runner,
  request: ExecuteRequest,
  call: Call,
): { runID: string; isCached: boolean } {
  const { runID: parentID } = call.caller;
  const parent = { parentID, sessionID: parentID === '' ? '' : requireRun(context, parentID).sessionID };
  const run = prepareRun(context, request, call, parent);
  const task = requireTask(context, request.taskID);
  const maxAge = request.allowCachedMaxAge ?? task.allowCachedMaxAge;
  const cached = maxAge > 0 ? findCached(context, run, maxAge) : undefined;
  if (cached !== undefined) return { runID: cached.id, isCached: true };
  submitRun(context, runner, run);
  return { runID: run.id, isCached: false };
}

/** Puts a prepared run, under its parent when it has one. */
export function submitRun(context: EngineContext, runner: Runner, run: RunRecord): void {
  if (run.parentID !== '') {
    const parent = requireRun(context, run.parentID);
    putRun(context, { ...parent, childRunIDs: [...parent.childRunIDs, run.id], updatedAt: context.time.now() });
  }
  runner.submit(run);
}

/** Faults of those fields of a request that could be read. Throws the error that the request would get before its faults. */
export function requestProblems(
  context: EngineContext,
  request: PartialExecuteRequest,
  caller: Caller,
): readonly FieldProblem[] {
  const { taskID, paramValues, resources, environment } = request;
  const task = requireTask(context, taskID);
  const resourceProblems =
    resources === undefined ? [] : bindResources(context, task, { asked: resources, caller }).faults;
  const values = paramValues === undefined ? [] : taskValues(context, task, { paramValues, environment }).faults;
  return [...values, ...resourceProblems];
}

/** The run that a request asks for, not yet put anywhere. Throws the documented errors, all faults at once. */
export function prepareRun(context: EngineContext, request: ExecuteRequest, call: Call, parent: RunParent): RunRecord {
  const task = requireTask(context, request.taskID);
  const inputs = acceptedInputs(context, task, request, call);
  const createdAt = context.time.now();
  const blueprintID = storeTaskBlueprint(context, task);
  const depth = parent.parentID === '' ? 0 : requireRun(context, parent.parentID).depth + 1;
  if (depth > MAX_DEPTH)
    throw new ApiError(
      'invalid_request',
      `Runs may not execute one another more than ${MAX_DEPTH} deep; does "${task.slug}" execute itself?`,
    );
  return runRecord({
    id: context.ids.next('run', createdAt),
    taskID: task.id,
    taskSlug: task.slug,
    name: task.name,
    blueprintID,
    environmentID: request.environment.id,
    sessionID: parent.sessionID,
    parentID: parent.parentID,
    depth,
    origin: call.origin,
    status: 'NotStarted',
    createdAt,
    createdBy: call.caller.userID,
    updatedAt: createdAt,
    notBefore: earliestStart(task, createdAt),
    ...inputs,
    isPrivate: task.isPrivate,
    permissions: task.permissions,
    labels: task.constraints.labels,
    runtime: task.runtime,
    timeout: task.timeout,
    inputsZoneID: request.inputsZoneID ?? '',
    inputsZoneToken: request.inputsZoneToken ?? '',
    inputsHash: request.inputsHash ?? '',
  });
}

/** The values and resources of a request that breaks no rule; throws the 400 that names all it breaks. */
function acceptedInputs(
  context: EngineContext,
  task: TaskDefinition,
  request: ExecuteRequest,
  { caller, warn }: Call,
): Pick<RunRecord, 'paramValues' | 'resources'> {
  // First: a resource that the caller may not see is answered before broken rules (decision `errors`).
  const bound = bindResources(context, task, { asked: request.resources, caller });
  const checked = taskValues(context, task, request);
  assertNoProblems([...checked.faults, ...bound.faults]);
  warnOfIgnoredValues(checked, warn);
  return { paramValues: checked.values, resources: bound.resources };
}

/** The moment before which a run of the task is not Active; 0 for none. */
function earliestStart({ behavior }: TaskDefinition, createdAt: Micros): Micros {
  const wait = behavior.startDelaySeconds + behavior.queueSeconds;
  return wait === 0 ? 0 : createdAt + wait * MICROS_PER_SECOND;
}

/** The task with this ID, or 404. */
function requireTask(context: EngineContext, id: string): TaskDefinition {
  return context.definitions().tasks.byId(id) ?? notFound('task', id);
}

/** What `id` and `slug` name together, by the decision `id-field`. */
export function findByIdOrSlug<
  T extends { readonly id: string; readonly isPrivate: boolean; readonly permissions: TaskDefinition['permissions'] },
>(
  {
    noun,
    catalogue,
    named,
  }: {
    noun: string;
    catalogue: { byId(id: string): T | undefined; bySlug(slug: string): T | undefined };
    named: { id?: string | undefined; slug?: string | undefined };
  },
  assertVisible: (found: T) => void,
): T {
  const { id, slug } = named;
  if (id === undefined && slug === undefined)
    throw new ApiError('invalid_request', `id, slug: either the ID or the slug of a ${noun} must be provided.`);
  const byId = id === undefined ? undefined : (catalogue.byId(id) ?? notFound(noun, id));
  const bySlug = slug === undefined ? undefined : (catalogue.bySlug(slug) ?? notFound(noun, slug));
  if (byId !== undefined && bySlug !== undefined && byId.id !== bySlug.id) {
    throw new ApiError('invalid_request', `id, slug: they name different ${noun}s, "${id ?? ''}" and "${slug ?? ''}".`);
  }
  const found = byId ?? bySlug ?? notFound(noun, id ?? slug ?? '');
  assertVisible(found);
  return found;
}

/** Values for a task, and the payload of a webhook among them, by the rules of its parameters. */
function taskValues(
  context: EngineContext,
  { parameters }: TaskDefinition,
  { paramValues, environment, webhookPayload }: Pick<ExecuteRequest, 'paramValues' | 'environment' | 'webhookPayload'>,
): Omit<CheckedValues, 'problems'> & { readonly faults: readonly FieldProblem[] } {
  const rules = valuesContext(context, environment);
  if (webhookPayload === undefined) {
    const checked = checkValues(parameters, paramValues, rules);
    return { ...checked, faults: problemsOf(checked) };
  }
  const payload = { webhook_payload: webhookPayload };
  const checked = checkValues(parameters, { ...paramValues, ...payload }, rules);
  return {
    coerced: checked.coerced,
    unknown: checked.unknown.filter((slug) => slug !== 'webhook_payload'),
    values: { ...checked.values, ...payload },
    faults: problemsOf(checked).map(withWebhookHint),
  };
}

/** Who posts to a webhook cannot give what is missing: whoever wrote the task can (decision `webhook-param`). */
function withWebhookHint([path, problem]: FieldProblem): FieldProblem {
  const cure = `${REQUIRED}, and a webhook cannot fill it (make it optional or give it a default)`;
  return [path, problem === REQUIRED ? cure : problem];
}

/** Resource ID by alias, and what is wrong with the aliases and references (decision `resource-reference`). */
function bindResources(
  context: EngineContext,
  task: TaskDefinition,
  { asked, caller }: { asked: Readonly<Record<string, string>>; caller: Caller },
): { readonly resources: Readonly<Record<string, string>>; readonly faults: readonly FieldProblem[] } {
  const definitions = context.definitions();
  const faults: FieldProblem[] = Object.keys(asked)
    .filter((alias) => !Object.hasOwn(task.resources, alias))
    .map((alias) => [`resources.${shown(alias)}`, `the task "${task.slug}" declares no such alias`]);
  const resources: Record<string, string> = {};
  for (const [alias, own] of Object.entries(task.resources)) {
    const named = ownField(asked, alias);
    const reference = named ?? own;
    const resource = definitions.resources.find(reference);
    if (resource === undefined) {
      faults.push([`resources.${alias}`, `there is no resource "${shown(reference)}"`]);
      continue;
    }
    // The task's own binding is its author's choice; what the caller names itself, the caller must be allowed to see.
    if (named !== undefined) assertMaySee(definitions, caller, resource, `resource "${shown(reference)}"`);
    resources[alias] = resource.id;
  }
  return { resources, faults };
}
