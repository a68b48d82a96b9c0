import type { Permission } from '../../../../shared/model/access.ts';
import type { Reviewers } from '../../../../shared/model/behavior.ts';
import type { Json, JsonObject } from '../../../../shared/values/json.ts';
import type { LogLevel } from '../../../../shared/model/log-level.ts';
import type { Parameter } from '../../../../shared/model/parameter.ts';
import type { RuleListName } from '../../../../shared/registry/collections.ts';
import type { RunStatus, SessionStatus } from '../../../../shared/model/status.ts';
import type { Runbook } from '../../../../shared/model/runbook.ts';
import type { Display } from '../../../../shared/model/display.ts';
import type { Task } from '../../../../shared/model/task.ts';
import type { Micros } from '../../../../shared/values/timestamp.ts';
import type { ClockRecord, SkipRecord } from '../clock/clock-records.ts';
import type { Origin } from '../../../../shared/contract/emulator/rows.ts';

/** The entities of the state. All are immutable JSON values: a change creates a new one. */

/** A run: the fields of `/v0`, and the engine's own, which resume it after a restart. */
export interface RunRecord {
  readonly id: string;
  /** "" for a prompt block of a runbook. */
  readonly taskID: string;
  readonly taskSlug: string;
  /** Name of the task when the run was created, or of the prompt block. */
  readonly name: string;
  /** ID of the `Blueprint` with the task definition; "" for a prompt block. */
  readonly blueprintID: string;
  readonly environmentID: string;
  readonly sessionID: string;
  readonly parentID: string;
  /** Number of ancestor runs. */
  readonly depth: number;
  readonly origin: Origin;
  readonly status: RunStatus;
  readonly createdAt: Micros;
  readonly createdBy: string;
  readonly updatedAt: Micros;
  /** Earliest time at which it becomes Active (`queueSeconds`). */
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
  /** Progress saved by the behavior for a restart; null for none. */
  readonly progress: Json;
  /** `undefined` until it is set. */
  readonly output: Json | undefined;
  /** Reason of the failure; "" when it did not fail. */
  readonly failure: string;
  /** True while a prompt of it is pending. */
  readonly waiting: boolean;
  /** The begun steps, each as two numbers: its index, and the microseconds since `activeAt`. */
  readonly stepStarts: readonly number[];
  /** The run that it repeats, when it was run again in the window; "" for none. */
  readonly repeats: string;
  /** The step that it begins from, when it was run again from there; null for the beginning. */
  readonly startsFrom: StartingStep | null;
  /** Waits begun by its code over `/v0`, oldest first. */
  readonly sleeps: readonly SleepRecord[];
  /** True when it came unfinished from a file and was not released; see `held.ts`. */
  readonly held: boolean;
  /** The cause of its end, other than its code or a person; null for these, and while it is unfinished. */
  readonly endCause: EndCause | null;
}

/** A cause that ends a run: its timeout, the end of its parent or session, or a fault of the test lab. */
export interface EndCause {
  readonly kind: 'timeout' | 'parent' | 'session' | 'fault';
  /** Slug of the fault; absent for the others. */
  readonly fault?: string | undefined;
}

/** A wait on the clock, begun by the code of a run; pending while `endedAt` is null and the run unfinished. */
export interface SleepRecord {
  readonly id: string;
  readonly createdAt: Micros;
  readonly durationMs: number;
  readonly until: Micros;
  readonly endedAt: Micros | null;
  /** Time at which it ended early for the program: it was skipped, or the clock moved. */
  readonly skippedAt: Micros | null;
}

/** The step that a run begins from, and the results of earlier steps. */
export interface StartingStep {
  /** Index of the step. */
  readonly step: number;
  /** Results by their names under `as`. */
  readonly results: JsonObject;
}

/** A log line of a run. */
export interface LogLine {
  /** Line number in the run's log, from 1. */
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
  /** Slug of the automatic answer that completed it; absent for none. */
  readonly rule?: string | undefined;
}

/** The state of a block of a session. */
export interface BlockState {
  readonly slug: string;
  readonly name: string;
  readonly kind: 'task' | 'prompt';
  readonly status: 'Pending' | 'Active' | 'Succeeded' | 'Failed' | 'Skipped' | 'Cancelled';
  readonly runID: string;
  /** Result for later blocks, under the block's slug; null when skipped. */
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
  /** As in `RunRecord`; absent for false. */
  readonly held?: boolean | undefined;
}

/** The version of a definition that runs or sessions started from. Each version is stored once. */
export type Blueprint =
  | { readonly id: string; readonly kind: 'task'; readonly definition: Task }
  | { readonly id: string; readonly kind: 'runbook'; readonly definition: Runbook };

/** A response that is repeated to later requests with the same key (decision `idempotency`). */
interface IdempotencyRecord {
  /** Hash of caller (or webhook URL), method, path and key. */
  readonly id: string;
  readonly at: Micros;
  readonly status: number;
  /** JSON text of the response. */
  readonly body: string;
  /** Hash of the request's body, to detect a different one. */
  readonly bodyHash: string;
  /** ID of the processed request in the traffic log; "" when unknown. */
  readonly trafficID: string;
}

/** A generated secret, which survives a reset: the first API key, a webhook's secret, or the key of ID tokens. */
export interface SecretRecord {
  /** `apiKey`, `idTokenKey`, or `webhook/<task ID>/<webhook slug>/<environment ID>`. */
  readonly id: string;
  readonly value: string;
}

/** Metadata of an uploaded file. Its bytes are stored beside the journal. */
export interface UploadRecord {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly size: number;
  readonly createdAt: Micros;
  /** The run that announced the file, and the secrets of its URLs; absent for other files. */
  readonly access?: { readonly runID: string; readonly read: string; readonly write: string } | undefined;
}

/** Counters of a rule of the workspace file, for one key of `countPer`. */
export interface RuleCountRecord {
  /** List, ID of the rule, and the key when there is one. */
  readonly id: string;
  readonly list: RuleListName;
  readonly ruleID: string;
  /** Digest of the key; "" when all occasions count together, "*" for the sums of dropped keys. */
  readonly key: string;
  readonly attempts: number;
  readonly matched: number;
  readonly applied: number;
  readonly counted: number;
}

/** A period in which a fault of the workspace file refuses repeated calls (`retryAfterSeconds`). */
export interface RetryPeriodRecord {
  /** ID of the fault, and the key. */
  readonly id: string;
  readonly ruleID: string;
  /** Digest of the operation and the API key. */
  readonly key: string;
  readonly until: Micros;
}

/** The end of a run planned by a fault of the test lab. Removed when the run ends. */
export interface PlannedEndRecord {
  /** ID of the run. */
  readonly id: string;
  readonly status: 'Failed' | 'Cancelled';
  readonly message: string;
  /** Emulated seconds after the run became Active. */
  readonly afterSeconds: number;
  /** Slug of the fault. */
  readonly fault: string;
}

/** Progress of the rules of the workspace file on a pending prompt or request. Removed when that ends. */
export interface AnswerRecord {
  /** ID of the prompt or the request. */
  readonly id: string;
  /** ID of the answering rule; "" for none. */
  readonly ruleID: string;
  /** Digest of that rule. */
  readonly version: string;
  /** Reason that its answer was refused; "" for none. */
  readonly problem: string;
  /** Digests of the rules that counted it but do not apply. */
  readonly declined: readonly string[];
}

/** A run's request to execute a task (docs/task-runtime.md, "Request an execution"); pending while both `approvedAt` and `rejectedAt` are null. */
export interface RequestRecord {
  readonly id: string;
  /** The requesting run. */
  readonly runID: string;
  readonly taskID: string;
  readonly taskSlug: string;
  /** Name of the task when it was requested. */
  readonly name: string;
  readonly environmentID: string;
  readonly createdAt: Micros;
  /** The user who started the run. */
  readonly createdBy: string;
  readonly reason: string;
  readonly reviewers: Reviewers;
  readonly paramValues: JsonObject;
  readonly approvedAt: Micros | null;
  readonly approvedBy: string | null;
  /** The run executed by the approval; "" before. */
  readonly executedRunID: string;
  readonly rejectedAt: Micros | null;
  readonly rejectedBy: string | null;
  /** Reason given with the approval or the rejection. */
  readonly answerReason: string;
  /** Slug of the automatic answer that approved or rejected it; absent for none. */
  readonly rule?: string | undefined;
  /** As in `RunRecord`; absent for false. */
  readonly held?: boolean | undefined;
}

/** A display of a run. It is deleted with its run. */
export interface DisplayRecord {
  readonly id: string;
  readonly runID: string;
  readonly createdAt: Micros;
  /** Characters of `display` as JSON. */
  readonly size: number;
  readonly display: Display;
}

/** The kinds of entities that the state stores by ID. Log lines are stored separately, by run. */
export interface StateEntities {
  readonly run: RunRecord;
  readonly prompt: PromptRecord;
  readonly session: SessionRecord;
  readonly blueprint: Blueprint;
  readonly idempotency: IdempotencyRecord;
  readonly secret: SecretRecord;
  readonly upload: UploadRecord;
  readonly clock: ClockRecord;
  readonly skip: SkipRecord;
  readonly ruleCount: RuleCountRecord;
  readonly retryPeriod: RetryPeriodRecord;
  readonly plannedEnd: PlannedEndRecord;
  readonly answer: AnswerRecord;
  readonly request: RequestRecord;
  readonly display: DisplayRecord;
}
export type EntityKind = keyof StateEntities;
