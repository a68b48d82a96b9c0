import type { Caller } from '../../../shared/model/access.ts';
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
import type { CreateResource, UpdateResource } from '../../../shared/contract/v0/resources.ts';
import type { Definitions, EnvironmentDefinition } from './definitions.ts';
import type { SessionListQuery } from './lists.ts';
import type { FieldProblem } from './field-problems.ts';
import type { PromptRecord, RunRecord, SessionRecord } from './records.ts';

/** Work that may be long: it yields often, so that others may go on in between. */
export type InSlices<Result> = Generator<void, Result, undefined>;

/** One call of the engine: who calls, what it came through, and where remarks go that are no errors. */
export interface Call {
  readonly caller: Caller;
  readonly origin: Origin;
  /** Takes a sentence for `X-Hangar-Warning` and the traffic log. */
  readonly warn: (sentence: string) => void;
}

/** A request to execute a task. `task` is what `id` or `slug` named, already found. */
export interface ExecuteRequest {
  readonly taskID: string;
  readonly environment: EnvironmentDefinition;
  readonly paramValues: JsonObject;
  /** Resource ID or slug by alias. */
  readonly resources: Readonly<Record<string, string>>;
  readonly inputsZoneID?: string;
  readonly inputsZoneToken?: string;
  readonly inputsHash?: string;
  /** Seconds; absent: the task's own. */
  readonly allowCachedMaxAge?: number | undefined;
  /** Passed whether or not the task declares it (decision `webhook-param`). */
  readonly webhookPayload?: JsonObject;
}

/** Those fields of an execute request that could be read; the others are `undefined`. */
export interface PartialExecuteRequest extends Pick<ExecuteRequest, 'taskID' | 'environment'> {
  readonly paramValues: JsonObject | undefined;
  readonly resources: Readonly<Record<string, string>> | undefined;
}

/** Which lines of a log to answer (decision `logs`). */
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
  readonly since: Micros | undefined;
  readonly until: Micros | undefined;
  readonly offset: number;
  readonly limit: number;
}

/** Tasks: finding and executing. All throw `ApiError` with the documented code. */
export interface TaskOperations {
  /** ID of the task that `id` and `slug` name together (decision `id-field`): neither or two different ones 400, unknown 404, private 403. */
  readonly find: (named: { id?: string | undefined; slug?: string | undefined }, caller: Caller) => string;
  readonly execute: (request: ExecuteRequest, call: Call) => { runID: string; isCached: boolean };
  /** The faults that `execute` would name, of the fields that could be read; does nothing. */
  readonly problems: (request: PartialExecuteRequest, caller: Caller) => readonly FieldProblem[];
}

export interface RunOperations {
  readonly get: (id: string, caller: Caller) => Run;
  readonly logs: (
    runID: string,
    query: LogQuery,
    caller: Caller,
  ) => { runID: string; logs: LogEntry[]; next_token: string; prev_token: string };
  readonly outputs: (id: string, caller: Caller) => { output: Json };
  readonly list: (query: RunListQuery, caller: Caller) => Run[];
  readonly listInSlices: (query: RunListQuery, caller: Caller) => InSlices<Run[]>;
  readonly cancel: (id: string, caller: Caller) => void;
  /** For the window. */
  readonly rows: (query: RunRowQuery) => { runs: RunRow[]; total: number };
  readonly rowsInSlices: (query: RunRowQuery) => InSlices<{ runs: RunRow[]; total: number }>;
  readonly row: (run: RunRecord) => RunRow;
  readonly detail: (id: string) => RunDetail;
  readonly detailInSlices: (id: string) => InSlices<RunDetail>;
  readonly logPage: (id: string, offset: number, limit: number) => LogPage;
}

export interface PromptOperations {
  readonly get: (id: string, caller: Caller) => Prompt;
  readonly list: (runID: string, caller: Caller) => Prompt[];
  readonly submit: (id: string, values: JsonObject, call: Call) => void;
  /** The faults that `submit` would name; does nothing. */
  readonly problems: (id: string, values: JsonObject, caller: Caller) => readonly FieldProblem[];
  readonly cancel: (id: string, caller: Caller) => void;
  readonly pendingRows: () => PromptRow[];
  readonly row: (prompt: PromptRecord) => PromptRow;
  readonly detail: (id: string) => PromptRow;
}

/** A request to execute a runbook that `id` or `slug` named, already found. */
export interface RunbookRequest {
  readonly runbookID: string;
  readonly environment: EnvironmentDefinition;
  readonly paramValues: JsonObject;
}

export interface RunbookOperations {
  /** As `TaskOperations.find`. */
  readonly find: (named: { id?: string | undefined; slug?: string | undefined }, caller: Caller) => string;
  readonly execute: (request: RunbookRequest, call: Call) => { sessionID: string };
  /** The faults that `execute` would name; does nothing. */
  readonly problems: (request: RunbookRequest) => readonly FieldProblem[];
}

/** A session with its blocks, and its runs, oldest first. */
export interface SessionDetail {
  readonly row: SessionRow;
  readonly runs: RunRow[];
}

export interface SessionOperations {
  readonly get: (id: string, caller: Caller) => Session;
  readonly listInSlices: (query: SessionListQuery, caller: Caller) => InSlices<Session[]>;
  readonly cancel: (id: string, caller: Caller) => void;
  readonly rows: (query: { runbook: string | undefined; offset: number; limit: number }) => {
    sessions: SessionRow[];
    total: number;
  };
  readonly row: (session: SessionRecord) => SessionRow;
  readonly detail: (id: string) => SessionDetail;
  readonly detailInSlices: (id: string) => InSlices<SessionDetail>;
}

export interface ResourceOperations {
  readonly create: (resource: CreateResource, call: Call) => Promise<{ id: string }>;
  readonly update: (resource: UpdateResource, call: Call) => Promise<{ id: string }>;
  /** The faults that `create` would name of the fields that could be read; does nothing. */
  readonly createProblems: (resource: Partial<CreateResource>) => readonly FieldProblem[];
  /** The faults that `update` would name of the fields that could be read; does nothing. */
  readonly updateProblems: (resource: Partial<UpdateResource>, caller: Caller) => readonly FieldProblem[];
}

/** A webhook that a URL named. */
export interface WebhookMatch {
  readonly taskID: string;
  readonly slug: string;
  readonly environment: EnvironmentDefinition;
  readonly requireServiceToken: boolean;
}

export interface WebhookOperations {
  /** Compares secrets in constant time; `undefined` for an unknown environment, task or secret alike (decision `webhook-answer`). */
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
  /** The caller that an API key stands for, or `undefined` for an unknown key. */
  readonly byKey: (key: string) => Caller | undefined;
  /** The person at the window. */
  readonly localUser: () => Caller;
  /** A user by ID or e-mail, for "answer as"; 404 when unknown. */
  readonly byUser: (user: string) => Caller;
  readonly webhookUser: () => Caller;
  /** The name shown for a user ID; "" when unknown. */
  readonly nameOf: (userID: string) => string;
  /** Everybody who may appear in an answer. */
  readonly actors: () => { id: string; name: string; kind: 'local' | 'user' | 'key' | 'webhook'; role: string }[];
  /** Throws the 403 for a key that is limited to other environments than a webhook's. */
  readonly assertMayTrigger: (environment: EnvironmentDefinition, caller: Caller) => void;
  /** The environment that a request names (decision `env-selection`): ID or slug; absent: the default. Unknown: 404; the key is limited to others: 403. */
  readonly environment: (named: string | undefined, caller: Caller) => EnvironmentDefinition;
}

/** An answer to repeat. */
export interface StoredResponse {
  readonly status: number;
  readonly body: string;
  readonly trafficID: string;
}

/** What to do with a request that carries an idempotency key. */
export type IdempotencyOutcome =
  /** Process it; then call exactly one of these, in the same turn of the event loop in which its effects were put. */
  | { readonly turn: 'process'; readonly keep: (answer: StoredResponse) => void; readonly release: () => void }
  /** It was processed: repeat this. `mismatch` when the body differs from the first one's. */
  | { readonly turn: 'repeat'; readonly answer: StoredResponse; readonly mismatch: boolean }
  /** Another is being processed: wait, then ask again. */
  | { readonly turn: 'wait'; readonly until: Promise<void> };

export interface IdempotencyOperations {
  /** `scope`: caller or webhook URL, method, path and key, as one text; `body`: the request's body. */
  readonly begin: (scope: string, body: string) => IdempotencyOutcome;
}

/** The engine: everything that happens when the service is called. Pure but for its ports. */
export interface Engine {
  readonly definitions: () => Definitions;
  readonly access: AccessOperations;
  readonly tasks: TaskOperations;
  readonly runs: RunOperations;
  readonly prompts: PromptOperations;
  readonly runbooks: RunbookOperations;
  readonly sessions: SessionOperations;
  readonly resources: ResourceOperations;
  readonly webhooks: WebhookOperations;
  readonly idempotency: IdempotencyOperations;
  /** Takes up what was unfinished at the last stop; gives sentences for the start-up message. */
  readonly resume: () => string[];
  /** Ends every run's work and empties the state; secrets and uploads stay. */
  readonly reset: () => Promise<void>;
  /** Ends the work of all runs without changing their state, so that the next start resumes them. */
  readonly stop: () => Promise<void>;
}
