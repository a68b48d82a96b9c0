import type { runs } from '../../../../shared/contract/emulator/state.ts';
import type { V0 } from '../../../../shared/contract/v0/index.ts';
import type { Answer, Received } from '../../../../shared/http/endpoint.ts';
import type { EndCause, PlannedEndRecord, StartingStep } from '../context/records.ts';
import type { JsonObject } from '../../../../shared/values/json.ts';
import type { EnvironmentDefinition, RunbookDefinition, TaskDefinition } from '../definitions/definitions.ts';

/** The cancellation of a run. */
export interface Cancellation {
  /** The user; null for none. */
  readonly by: string | null;
  /** Line for its log. */
  readonly why: string;
  /** Null when a person or a program cancels it. */
  readonly cause?: EndCause | null;
}

/** The end of a run planned by a fault of the test lab. */
export type PlannedEnd = Omit<PlannedEndRecord, 'id'>;

/** Selects a page of a run's log (decision `logs`). */
export interface LogQuery {
  readonly prevToken?: string | undefined;
  readonly nextToken?: string | undefined;
  readonly debug: boolean;
}

/** Filters of `/v0/runs/list`. */
export type RunListQuery = Received<V0['runs']['list']>['query'];

/** Filters of the window's list of runs. */
export type RunRowQuery = Received<typeof runs.list>['query'];

/** A page of the window's list of runs. */
export type RunPage = Answer<typeof runs.list>;

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
