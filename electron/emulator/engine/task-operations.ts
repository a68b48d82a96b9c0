import type { Caller } from '../../../shared/model/access.ts';
import type { JsonObject } from '../../../shared/values/json.ts';
import type { EnvironmentDefinition, TaskDefinition } from './definitions.ts';
import type { FieldProblem } from './field-problems.ts';
import type { StartingStep } from './records.ts';
import type { Call } from './engine.ts';

/** A request to execute a task. */
export interface ExecuteRequest {
  readonly task: TaskDefinition;
  readonly environment: EnvironmentDefinition;
  readonly paramValues: JsonObject;
  /** Resource ID or slug by alias. */
  readonly resources: Readonly<Record<string, string>>;
  readonly inputsZoneID?: string;
  readonly inputsZoneToken?: string;
  readonly inputsHash?: string;
  /** Maximum age of a cached run in seconds; the task's own by default. */
  readonly allowCachedMaxAge?: number | undefined;
  /** ID of the run that the new one repeats; ignored when that run is gone. */
  readonly repeats?: string | undefined;
  /** The step that the run begins from; the first by default. */
  readonly startsFrom?: StartingStep;
  /** The session whose block executes the task. Default: the session of the caller's run. */
  readonly sessionID?: string;
  /** Passed as `webhook_payload` even when the task declares no such parameter (decision `webhook-param`). */
  readonly webhookPayload?: JsonObject;
}

/** The readable fields of an execute request; the others are `undefined`. */
export interface PartialExecuteRequest extends Pick<ExecuteRequest, 'task' | 'environment'> {
  readonly paramValues: JsonObject | undefined;
  readonly resources: Readonly<Record<string, string>> | undefined;
}

/** Names a task or runbook by ID, slug or both. */
export interface IdOrSlug {
  readonly id?: string | undefined;
  readonly slug?: string | undefined;
}

/** Operations on tasks. All throw `ApiError` with the documented code. */
export interface TaskOperations {
  /** Finds the task that `id` and `slug` name (decision `id-field`). Throws 400 for none or two tasks, 404 for an unknown one, 403 for a private one. */
  readonly find: (named: IdOrSlug, caller: Caller) => TaskDefinition;
  /** The task with this ID, or 404. Does not check the caller's access. */
  readonly require: (id: string) => TaskDefinition;
  readonly execute: (request: ExecuteRequest, call: Call) => { runID: string; isCached: boolean };
  /** The problems that `execute` would report for the readable fields. Executes nothing. */
  readonly problems: (request: PartialExecuteRequest, caller: Caller) => readonly FieldProblem[];
}
