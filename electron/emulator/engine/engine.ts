import type { RunFromStep, StepResult } from '../../../shared/contract/emulator/run-from-step.ts';
import type { Caller } from '../../../shared/model/access.ts';
import type { ExpressionClock } from '../../../shared/expression/evaluate.ts';
import type { Json, JsonObject } from '../../../shared/values/json.ts';
import type { LogEntry } from '../../../shared/model/log.ts';
import type { Prompt } from '../../../shared/model/prompt.ts';
import type { Run } from '../../../shared/model/run.ts';
import type { RunStatus } from '../../../shared/model/status.ts';
import type { Session } from '../../../shared/model/session.ts';
import type { Micros } from '../../../shared/values/timestamp.ts';
import type {
  LogPage,
  Origin,
  PromptRow,
  RunDetail,
  RunRow,
  SessionRow,
} from '../../../shared/contract/emulator/rows.ts';
import type { PromptContent } from '../../../shared/model/behavior.ts';
import type { CreateResource, UpdateResource } from '../../../shared/contract/v0/resources.ts';
import type { ClockOperations } from './clock-operations.ts';
import type { EmulatedClock } from './clock/emulated-clock.ts';
import type { Definitions, EnvironmentDefinition, RunbookDefinition, TaskDefinition } from './definitions.ts';
import type { SessionListQuery } from './lists.ts';
import type { FieldProblem } from './field-problems.ts';
import type { AnswerSubject } from './answer-subject.ts';
import type { PendingAnswers } from './engine-context.ts';
import type { PlannedEndRecord, PromptRecord, RunRecord, SessionRecord, StartingStep } from './records.ts';
import type { DisplayOperations, IdTokenOperations, RequestOperations, SleepOperations } from './runtime-operations.ts';
import type { ResumeCause } from './resume.ts';
import type { WaitingOperations } from './waiting.ts';
import type { TurnScheduler } from './turn-scheduler.ts';

/** Long work that yields often, so that other work can run in between. */
export type InSlices<Result> = Generator<void, Result, undefined>;

/** The caller and origin of one call of the engine, and a callback for its warnings. */
export interface Call {
  readonly caller: Caller;
  readonly origin: Origin;
  /** Adds a sentence to `X-Hangar-Warning` and the traffic log. */
  readonly warn: (sentence: string) => void;
  /** Slug of the automatic answer that calls; absent for others. */
  readonly rule?: string;
}

/** The end that a fault of the test lab plans for a run. */
export type PlannedEnd = Omit<PlannedEndRecord, 'id'>;

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
  /** ID of the run that the new one repeats; ignored when it is not kept. */
  readonly repeats?: string | undefined;
  /** The step that the run begins from; the first by default. */
  readonly startsFrom?: StartingStep;
  /** The session whose block executes the task; absent: the session of the caller's run. */
  readonly sessionID?: string;
  /** Passed as `webhook_payload` even when the task declares no such parameter (decision `webhook-param`). */
  readonly webhookPayload?: JsonObject;
}

/** The readable fields of an execute request; the others are `undefined`. */
export interface PartialExecuteRequest extends Pick<ExecuteRequest, 'task' | 'environment'> {
  readonly paramValues: JsonObject | undefined;
  readonly resources: Readonly<Record<string, string>> | undefined;
}

/** Selects a page of a run's log (decision `logs`). */
export interface LogQuery {
  readonly prevToken?: string | undefined;
  readonly nextToken?: string | undefined;
  readonly debug: boolean;
}

/** Filters of `/v0/runs/list`. */
export interface RunListQuery {
  readonly taskID: string | undefined;
  readonly taskSlug: string | undefined;
  readonly since: Micros | undefined;
  readonly until: Micros | undefined;
  readonly limit: number;
  readonly page: number;
}

/** Filters of the window's list of runs. */
export interface RunRowQuery {
  readonly task: string | undefined;
  readonly status: readonly RunStatus[];
  readonly environment: string | undefined;
  readonly session: string | undefined;
  readonly text: string | undefined;
  /** A filter; see `run-filter.ts`. */
  readonly q?: string | undefined;
  readonly since: Micros | undefined;
  readonly until: Micros | undefined;
  /** `exact` counts all matches, however long that takes. */
  readonly count?: 'exact' | undefined;
  readonly offset: number;
  readonly limit: number;
}

/** A page of the window's list of runs. */
export interface RunPage {
  readonly runs: RunRow[];
  readonly total: number;
  /** False when `total` counts only the matches that were found so far. */
  readonly isTotalExact: boolean;
}

/** Filters of the window's list of sessions. */
export interface SessionRowQuery {
  readonly runbook: string | undefined;
  /** A filter; see `session-filter.ts`. */
  readonly q?: string | undefined;
  readonly offset: number;
  readonly limit: number;
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

/** A page of a list. */
export interface Page<Item> {
  readonly items: Item[];
  /** True when there are items after it. */
  readonly hasMore: boolean;
}

/** Operations on runs. */
export interface RunOperations {
  readonly get: (id: string, caller: Caller) => Run;
  readonly logs: (
    runID: string,
    query: LogQuery,
    caller: Caller,
  ) => { runID: string; logs: LogEntry[]; next_token: string; prev_token: string };
  readonly outputs: (id: string, caller: Caller) => { output: Json };
  readonly list: (query: RunListQuery, caller: Caller) => InSlices<Page<Run>>;
  readonly cancel: (id: string, caller: Caller) => void;
  /** Ends an unfinished run in a planned way, some time after it becomes Active. @param note line for its log */
  readonly planEnd: (id: string, end: PlannedEnd, note: string) => void;
  /** Appends a line about the run to its log, as `debug`. */
  readonly note: (id: string, text: string) => void;
  /** A page of the window's list. */
  readonly rows: (query: RunRowQuery) => InSlices<RunPage>;
  readonly row: (run: RunRecord) => RunRow;
  /** The run with this ID; `undefined` for none. */
  readonly find: (id: string) => RunRecord | undefined;
  readonly countUnfinished: () => number;
  readonly detail: (id: string) => InSlices<RunDetail>;
  /** Results of a run's steps that have a name for theirs. */
  readonly stepResults: (id: string) => StepResult[];
  /** Runs a run's task again from a step, with the results of earlier steps. */
  readonly executeFrom: (id: string, start: RunFromStep, call: Call) => { runID: string };
  readonly logPage: (id: string, offset: number, limit: number) => LogPage;
}

export interface PromptOperations {
  /** Creates a prompt of the caller's run, which counts as waiting until the prompt ends. Returns its ID. */
  readonly create: (ask: PromptContent, caller: Caller) => string;
  readonly get: (id: string, caller: Caller) => Prompt;
  readonly list: (runID: string, caller: Caller) => Prompt[];
  readonly submit: (id: string, values: JsonObject, call: Call) => void;
  /** The problems that `submit` would report. Submits nothing. */
  readonly problems: (id: string, values: JsonObject, caller: Caller) => readonly FieldProblem[];
  /** @param rule slug of the automatic answer that cancels */
  readonly cancel: (id: string, caller: Caller, rule?: string) => void;
  /** @param q a filter; see `prompt-filter.ts` */
  readonly pendingRows: (q?: string) => InSlices<PromptRow[]>;
  readonly row: (prompt: PromptRecord) => PromptRow;
  readonly detail: (id: string) => PromptRow;
  readonly subject: (prompt: PromptRecord) => AnswerSubject;
  /** Sets the source of the automatic answers that rows of pending prompts and requests show. */
  readonly setAnswers: (answerTo: PendingAnswers['to']) => void;
}

/** A request to execute a runbook. */
export interface RunbookRequest {
  readonly runbook: RunbookDefinition;
  readonly environment: EnvironmentDefinition;
  readonly paramValues: JsonObject;
}

export interface RunbookOperations {
  /** Same rules as `TaskOperations.find`. */
  readonly find: (named: IdOrSlug, caller: Caller) => RunbookDefinition;
  readonly execute: (request: RunbookRequest, call: Call) => { sessionID: string };
  /** The problems that `execute` would report. Executes nothing. */
  readonly problems: (request: RunbookRequest) => readonly FieldProblem[];
}

/** A session with its blocks and its runs, oldest first. */
export interface SessionDetail {
  readonly row: SessionRow;
  readonly runs: RunRow[];
}

export interface SessionOperations {
  readonly get: (id: string, caller: Caller) => Session;
  readonly list: (query: SessionListQuery, caller: Caller) => InSlices<Page<Session>>;
  readonly cancel: (id: string, caller: Caller) => void;
  readonly rows: (query: SessionRowQuery) => InSlices<{ sessions: SessionRow[]; total: number }>;
  readonly row: (session: SessionRecord) => SessionRow;
  readonly detail: (id: string) => InSlices<SessionDetail>;
}

export interface ResourceOperations {
  readonly create: (resource: CreateResource, call: Call) => Promise<{ id: string }>;
  readonly update: (resource: UpdateResource, call: Call) => Promise<{ id: string }>;
  /** The problems that `create` would report for the readable fields. Creates nothing. */
  readonly createProblems: (resource: Partial<CreateResource>) => readonly FieldProblem[];
  /** The problems that `update` would report for the readable fields. Updates nothing. */
  readonly updateProblems: (resource: Partial<UpdateResource>, caller: Caller) => readonly FieldProblem[];
}

/** A webhook found by its URL. */
export interface WebhookMatch {
  readonly taskID: string;
  readonly slug: string;
  readonly environment: EnvironmentDefinition;
  readonly requireServiceToken: boolean;
}

export interface WebhookOperations {
  /** Finds a webhook, comparing secrets in constant time; `undefined` for an unknown environment, task or secret (decision `webhook-answer`). */
  readonly find: (envSlug: string, taskID: string, secret: string) => WebhookMatch | undefined;
  /** Every webhook with its path, `/v0/webhooks/…`. */
  readonly list: () => {
    taskID: string;
    taskSlug: string;
    webhook: string;
    environment: string;
    requireServiceToken: boolean;
    path: string;
  }[];
}

export interface AccessOperations {
  /** The caller of an API key, or `undefined` for an unknown key. */
  readonly byKey: (key: string) => Caller | undefined;
  /** The user of the window. */
  readonly localUser: () => Caller;
  /** A user by ID or e-mail, or 404. Used to answer a prompt as somebody else. */
  readonly byUser: (user: string) => Caller;
  readonly webhookUser: () => Caller;
  /** The display name of a user ID; "" when unknown. */
  readonly nameOf: (userID: string) => string;
  /** The name of the API key that acts as a user; "" for others. */
  readonly keyName: (userID: string) => string;
  /** Every actor whose ID can appear in a response. */
  readonly actors: () => { id: string; name: string; kind: 'local' | 'user' | 'key' | 'webhook'; role: string }[];
  /** A user or an API user by ID. Throws 404. */
  readonly user: (userID: string) => { userID: string; email: string; name: string };
  /** Throws 403 for a key that is restricted to other environments. */
  readonly assertMayTrigger: (environment: EnvironmentDefinition, caller: Caller) => void;
  /** Finds the environment of a request by ID or slug, the default one when absent (decision `env-selection`). Throws 404 for an unknown one, 403 when the key is restricted to others. */
  readonly environment: (named: string | undefined, caller: Caller) => EnvironmentDefinition;
}

/** A response stored under an idempotency key. */
export interface StoredResponse {
  readonly status: number;
  readonly body: string;
  readonly trafficID: string;
}

/** The way to handle a request that carries an idempotency key. */
export type IdempotencyOutcome =
  /** Process it, then call `store` or `release` in the turn of the event loop that stored its effects. */
  | { readonly action: 'process'; readonly store: (response: StoredResponse) => void; readonly release: () => void }
  /** Repeat the stored response. `mismatch`: the body differs from that of the first request. */
  | { readonly action: 'repeat'; readonly response: StoredResponse; readonly mismatch: boolean }
  /** Wait for the request in progress, then begin again. */
  | { readonly action: 'wait'; readonly until: Promise<void> };

export interface IdempotencyOperations {
  /** @param scope identifies caller or webhook URL, method, path and key */
  readonly begin: (scope: string, body: string) => IdempotencyOutcome;
}

/** The engine implements the service. It reaches the outside only through its ports. */
export interface Engine {
  readonly definitions: () => Definitions;
  readonly expressionClock: ExpressionClock;
  readonly turns: Pick<TurnScheduler, 'start'>;
  readonly access: AccessOperations;
  readonly tasks: TaskOperations;
  readonly runs: RunOperations;
  readonly prompts: PromptOperations;
  readonly requests: RequestOperations;
  readonly sleeps: SleepOperations;
  readonly displays: DisplayOperations;
  readonly idTokens: IdTokenOperations;
  readonly runbooks: RunbookOperations;
  readonly sessions: SessionOperations;
  readonly resources: ResourceOperations;
  readonly webhooks: WebhookOperations;
  readonly idempotency: IdempotencyOperations;
  readonly time: EmulatedClock;
  readonly clock: ClockOperations;
  readonly waiting: WaitingOperations;
  /** Resumes unfinished runs and sessions of the state, at a start by default; returns sentences for the start-up message. */
  readonly resume: (cause?: ResumeCause) => string[];
  /** Stops every run and clears the state except secrets and uploads. */
  readonly reset: () => Promise<void>;
  /** Stops the work of all runs without changing their state, so that the next start resumes them. */
  readonly stop: () => Promise<void>;
}
