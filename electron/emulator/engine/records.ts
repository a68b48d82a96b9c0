import type { Permission } from '../../../shared/model/access.ts';
import type { Reviewers } from '../../../shared/model/behavior.ts';
import type { Json, JsonObject } from '../../../shared/values/json.ts';
import type { LogLevel } from '../../../shared/model/log-level.ts';
import type { Parameter } from '../../../shared/model/parameter.ts';
import type { RunStatus } from '../../../shared/model/status.ts';
import type { Runbook } from '../../../shared/model/runbook.ts';
import type { SessionStatus } from '../../../shared/model/status.ts';
import type { Task } from '../../../shared/model/task.ts';
import type { Micros } from '../../../shared/values/timestamp.ts';
import type { Origin } from '../../../shared/contract/emulator/rows.ts';

/**
 * The state's entities as they are kept. All are immutable JSON values: a change makes a new one, and whoever
 * holds an old one may go on reading it.
 */

/** A run: what `/v0` answers of it, and what the engine needs to go on with it after a restart. */
export interface RunRecord {
  readonly id: string;
  /** "" for a prompt block of a runbook. */
  readonly taskID: string;
  readonly taskSlug: string;
  /** Name of the task at creation, or of the prompt block. */
  readonly name: string;
  /** The definition that it runs, as it was at creation: ID of a `Blueprint`; "" for a prompt block. */
  readonly blueprintID: string;
  readonly environmentID: string;
  readonly sessionID: string;
  readonly parentID: string;
  /** How many runs stand above it. */
  readonly depth: number;
  readonly origin: Origin;
  readonly status: RunStatus;
  readonly createdAt: Micros;
  readonly createdBy: string;
  readonly updatedAt: Micros;
  /** Not Active before this moment (`queueSeconds`). */
  readonly notBefore: Micros;
  readonly activeAt: Micros | null;
  readonly succeededAt: Micros | null;
  readonly failedAt: Micros | null;
  readonly cancelledAt: Micros | null;
  readonly cancelledBy: string | null;
  readonly childRunIDs: readonly string[];
  readonly paramValues: JsonObject;
  readonly isPrivate: boolean;
  readonly permissions: readonly Permission[];
  /** Resource ID by alias. */
  readonly resources: Readonly<Record<string, string>>;
  readonly labels: readonly { readonly key: string; readonly value: string }[];
  readonly runtime: string;
  /** Seconds. */
  readonly timeout: number;
  readonly inputsZoneID: string;
  readonly inputsZoneToken: string;
  /** `inputsZoneParamValuesHash` of the request (decision `caching`). */
  readonly inputsHash: string;
  /** What the behavior saved to resume from; null while it saved nothing. */
  readonly progress: Json;
  /** `undefined` while no output was set. */
  readonly output: Json | undefined;
  /** Why it failed; "" when it did not. */
  readonly failure: string;
  /** Whether a prompt of it is pending. */
  readonly waiting: boolean;
}

/** A log line of a run. */
export interface LogLine {
  /** Place in the run's log, from 1. */
  readonly n: number;
  readonly at: Micros;
  readonly level: LogLevel;
  readonly taskSlug: string;
  readonly text: string;
}

/** A prompt of a run; pending while both `submittedAt` and `cancelledAt` are null. */
export interface PromptRecord {
  readonly id: string;
  readonly runID: string;
  readonly description: string;
  readonly confirmText: string;
  readonly cancelText: string;
  readonly createdAt: Micros;
  readonly submittedAt: Micros | null;
  readonly submittedBy: string | null;
  readonly cancelledAt: Micros | null;
  readonly cancelledBy: string | null;
  readonly reviewers: Reviewers;
  readonly parameters: readonly Parameter[];
  readonly values: JsonObject;
}

/** Where a block of a session stands. */
export interface BlockState {
  readonly slug: string;
  readonly name: string;
  readonly kind: 'task' | 'prompt';
  readonly status: 'Pending' | 'Active' | 'Succeeded' | 'Failed' | 'Skipped' | 'Cancelled';
  readonly runID: string;
  /** What later blocks see under the block's slug; null for a skipped one. */
  readonly result: Json;
}

/** A session. */
export interface SessionRecord {
  readonly id: string;
  readonly name: string;
  readonly runbookID: string;
  readonly runbookSlug: string;
  readonly blueprintID: string;
  readonly environmentID: string;
  readonly parentID: string;
  readonly origin: Origin;
  readonly status: SessionStatus;
  readonly createdAt: Micros;
  readonly createdBy: string;
  readonly updatedAt: Micros;
  readonly updatedBy: string;
  readonly isPrivate: boolean;
  readonly permissions: readonly Permission[];
  readonly paramValues: JsonObject;
  readonly blocks: readonly BlockState[];
  readonly failure: string;
}

/** A definition as it was when something started from it, kept once however many runs came of it. */
export type Blueprint =
  | { readonly id: string; readonly kind: 'task'; readonly definition: Task }
  | { readonly id: string; readonly kind: 'runbook'; readonly definition: Runbook };

/** An answer that is repeated to a later request with the same key (decision `idempotency`). */
export interface IdempotencyRecord {
  /** Hash of caller (or webhook URL), method, path and key. */
  readonly id: string;
  readonly at: Micros;
  readonly status: number;
  /** The answer's JSON text. */
  readonly body: string;
  /** Hash of the request's body, to notice another one. */
  readonly bodyHash: string;
  /** The request that was processed, in the traffic log; "" when unknown. */
  readonly trafficID: string;
}

/** Something made once and kept: the first API key, a webhook's secret, an upload's description. Survives a reset. */
export interface SecretRecord {
  /** `apiKey`, or `webhook/<task ID>/<webhook slug>/<environment ID>`. */
  readonly id: string;
  readonly value: string;
}

/** A stored file's description; its bytes lie beside the journal. */
export interface UploadRecord {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly size: number;
  readonly createdAt: Micros;
}

/** Every kind of entity that the state keeps under an ID. Log lines are kept beside them, by run. */
export interface StateEntities {
  readonly run: RunRecord;
  readonly prompt: PromptRecord;
  readonly session: SessionRecord;
  readonly blueprint: Blueprint;
  readonly idempotency: IdempotencyRecord;
  readonly secret: SecretRecord;
  readonly upload: UploadRecord;
}
export type EntityKind = keyof StateEntities;
