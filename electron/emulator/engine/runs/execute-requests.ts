import type { JsonObject } from '../../../../shared/values/json.ts';
import type { EnvironmentDefinition, RunbookDefinition, TaskDefinition } from '../definitions/definitions.ts';
import type { StartingStep } from '../context/records.ts';

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
  /** True for the run of a held request, which starts once it is released. */
  readonly held?: boolean;
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

/** A request to execute a runbook. */
export interface RunbookRequest {
  readonly runbook: RunbookDefinition;
  readonly environment: EnvironmentDefinition;
  readonly paramValues: JsonObject;
}
