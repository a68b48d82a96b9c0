import { actorName, assertMaySee, creatorCaller } from '../access/access.ts';
import type { Call } from '../context/call.ts';
import { notFound, putRequest, requireRequest, requireRun, type EngineContext } from '../context/engine-context.ts';
import { isHeld, warnIfHeld } from '../context/held.ts';
import type { RequestRecord } from '../context/records.ts';
import { environmentOf } from '../context/scope.ts';
import type { TaskDefinition } from '../definitions/definitions.ts';
import { assertNoProblems, bodyProblem, wrongFields } from '../definitions/field-problems.ts';
import { alreadyCompleted, assertReviewer, assertReviewersExist } from './reviewers.ts';
import { executeTask, requestProblems } from '../runs/execute.ts';
import { appendLog } from '../runs/logs.ts';
import { isFinished } from '../runs/run-machine.ts';
import type { Runner } from '../runs/runner.ts';
import { ApiError } from '../../../../shared/http/errors.ts';
import type { Caller } from '../../../../shared/model/access.ts';
import { isPendingRequest } from '../../../../shared/model/status.ts';
import type { Reviewers } from '../../../../shared/model/behavior.ts';
import type { JsonObject } from '../../../../shared/values/json.ts';

/** Maximum number of requests: the oldest answered ones are dropped. */
export const MAX_REQUESTS = 1000;
/** Maximum length of the values of a request, in characters of JSON. */
const MAX_VALUES = 100_000;

/** A request to execute a task, from a run. */
export interface NewRequest {
  readonly triggerID: string;
  readonly reason: string;
  readonly reviewers: Reviewers;
  readonly paramValues: JsonObject;
}

/** Stores the request of a run. Throws 404 for an unknown trigger, and 400 for wrong values or reviewers. */
export function createRequest(context: EngineContext, asked: NewRequest, { caller }: Pick<Call, 'caller'>): string {
  const run = requireRun(context, caller.runID);
  const task = taskOfTrigger(context, asked.triggerID, caller);
  const { reason, paramValues } = asked;
  const reviewers =
    task.allowSelfApprovals === false ? { ...asked.reviewers, allowSelfApprovals: false } : asked.reviewers;
  const environment = environmentOf(context, run.environmentID);
  assertReviewersExist(context.definitions(), reviewers, 'request');
  assertNoProblems(requestProblems(context, { task, environment, paramValues, resources: undefined }, caller));
  assertShort(paramValues);
  makeRoom(context);
  const createdAt = context.time.nextTimestamp();
  const { id } = putRequest(context, {
    id: context.ids.next('request', createdAt),
    ...{ runID: run.id, taskID: task.id, taskSlug: task.slug, name: task.name, environmentID: run.environmentID },
    ...{ createdAt, createdBy: run.createdBy, reason, reviewers, paramValues },
    ...{ approvedAt: null, approvedBy: null, executedRunID: '' },
    ...{ rejectedAt: null, rejectedBy: null, answerReason: '' },
  });
  appendLog(context, run, 'debug', `Requested the task "${task.slug}" (${id}).`);
  return id;
}

/** The task whose form has this ID. Throws 404, or 403 for a private task. */
function taskOfTrigger(context: EngineContext, triggerID: string, caller: Caller): TaskDefinition {
  const task = context.definitions().tasks.byId(taskIdOfTrigger(triggerID)) ?? notFound('trigger', triggerID);
  assertMaySee(context.definitions(), caller, task, 'task');
  return task;
}

function assertShort(paramValues: JsonObject): void {
  if (JSON.stringify(paramValues).length <= MAX_VALUES) return;
  const most = `may be ${MAX_VALUES.toLocaleString('en')} characters of JSON at most`;
  throw wrongFields([bodyProblem(['requestData', 'taskData', 'paramValues'], most)]);
}

/** Drops the oldest answered request when there are too many. Throws 409 when all are pending. */
function makeRoom(context: EngineContext): void {
  const all = [...context.state.all('request')];
  if (all.length < MAX_REQUESTS) return;
  const answered = all.find((request) => !isPendingRequest(request));
  if (answered === undefined)
    throw new ApiError('conflict', `${MAX_REQUESTS} requests wait for approval: approve or reject some of them first.`);
  context.state.remove('request', answered.id);
}

/** The answer to a request. */
export interface RequestAnswer {
  readonly reason: string;
  readonly call: Call;
}

/**
 * Executes the task of a request as the user who asked. Throws 403 for a caller who may not review, 400 for a request that is not
 * pending, and the errors of the execution.
 */
export function approveRequest(
  context: EngineContext,
  runner: Runner,
  id: string,
  { reason, call }: RequestAnswer,
): RequestRecord {
  const request = requireAnswerable(context, id, call.caller);
  const { tasks, environments } = context.definitions();
  const execution = {
    task: tasks.byId(request.taskID) ?? notFound('task', request.taskSlug),
    environment: environments.byId(request.environmentID) ?? notFound('environment', request.environmentID),
    ...{ paramValues: request.paramValues, resources: {}, allowCachedMaxAge: 0, held: isHeld(context.state, request) },
  };
  const caller = creatorCaller(context.definitions(), request);
  const { runID } = executeTask(context, runner, execution, { ...call, caller });
  warnIfHeld(context, request, call.warn);
  const approvedAt = context.time.nextTimestamp();
  const by = call.caller.userID;
  return answered(context, {
    ...request,
    ...{ approvedAt, approvedBy: by, executedRunID: runID, answerReason: reason, rule: call.rule },
  });
}

/** Rejects a request. Throws 403 for a caller who may not review, and 400 for a request that is not pending. */
export function rejectRequest(context: EngineContext, id: string, { reason, call }: RequestAnswer): RequestRecord {
  const request = requireAnswerable(context, id, call.caller);
  warnIfHeld(context, request, call.warn);
  const rejectedAt = context.time.nextTimestamp();
  const by = call.caller.userID;
  return answered(context, { ...request, rejectedAt, rejectedBy: by, answerReason: reason, rule: call.rule });
}

function requireAnswerable(context: EngineContext, id: string, caller: Caller): RequestRecord {
  const request = requireRequest(context, id);
  const definitions = context.definitions();
  // A deleted task is no secret: approving reports it.
  const about = definitions.tasks.byId(request.taskID) ?? { isPrivate: false, permissions: [] };
  const { reviewers, createdBy, environmentID } = request;
  assertReviewer(definitions, { noun: 'request', reviewers, createdBy, environmentID, about }, caller);
  if (!isPendingRequest(request))
    throw alreadyCompleted('request', request.approvedAt === null ? 'rejected' : 'approved');
  return request;
}

/** Stores an answered request, and logs the answer in its runs. */
function answered(context: EngineContext, request: RequestRecord): RequestRecord {
  const { id, approvedBy, rejectedBy, answerReason, executedRunID } = request;
  const name = actorName(context.definitions(), approvedBy ?? rejectedBy ?? '');
  const reason = answerReason === '' ? '' : `: ${answerReason}`;
  const text = `Request ${id} was ${approvedBy === null ? 'rejected' : 'approved'} by ${name}${reason}`;
  for (const runID of [request.runID, executedRunID]) {
    const run = context.state.get('run', runID);
    if (run !== undefined && !isFinished(run)) appendLog(context, run, 'debug', text);
  }
  // An answered request waits for nothing; the run of an approval has the mark.
  return putRequest(context, { ...request, held: undefined });
}

/** The request of the caller's run. Throws 404 for that of another one. */
export function requestOfRun(context: EngineContext, id: string, { runID }: Caller): RequestRecord {
  const request = requireRequest(context, id);
  return request.runID === runID ? request : notFound('request', id);
}

/** Prefix of the ID of a task's form, which is the only trigger that a request can name. */
const TRIGGER_PREFIX = 'trg';

/** The ID of the form of a task. */
export function triggerIdOf(task: TaskDefinition): string {
  return `${TRIGGER_PREFIX}${task.id}`;
}

/** The ID of the task whose form has this ID; "" for none. */
export function taskIdOfTrigger(triggerID: string): string {
  return triggerID.startsWith(TRIGGER_PREFIX) ? triggerID.slice(TRIGGER_PREFIX.length) : '';
}

/** Throws 403 for a task that `/v0` executes only by an approved request (docs/task-runtime.md, "Request an execution"). */
export function assertNeedsNoRequest({ slug, requireRequests }: TaskDefinition, { caller, origin }: Call): void {
  if (!requireRequests || origin.kind !== 'api' || caller.bypassesRequests === true) return;
  throw new ApiError(
    'task_must_be_requested',
    `The task "${slug}" must be requested: call /v0/requests/create from a run, or use a key with "requests": "bypass".`,
    { facts: { named: { noun: 'task', name: slug } } },
  );
}
