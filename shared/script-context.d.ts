/* oxlint-disable typescript/no-explicit-any -- values by slug have the types that the task declares, unknown here; with `unknown` every use would need a cast */
/**
 * Types for the code of a task of kind `script`. An editor completes it from
 *
 *     import type { Script } from 'hangar/script';
 *     const main: Script = async ({ params, log }) => { … };
 *     export default main;
 *
 * and, in JavaScript, from a comment before the function: `@type {import('hangar/script').Script}`.
 */

/** The function that a script exports as `default`. What it returns is the run's output; what it throws fails the run. */
export type Script = (context: ScriptContext) => unknown;

/** The argument of a script. */
export interface ScriptContext {
  /** The parameters' values by slug, typed as the task declares them; `null` for one without a value. An upload is `{ id, url }`. */
  readonly params: Readonly<Record<string, any>>;
  /** The environment that the run executes in. */
  readonly env: { readonly id: string; readonly slug: string; readonly name: string; readonly isDefault: boolean };
  /** The environment's configuration. */
  readonly config: Readonly<Record<string, string>>;
  /** The task's resources by alias, each with its configuration. Its secrets are masked in the log. */
  readonly resources: Readonly<Record<string, ScriptResource>>;
  /** The run itself. */
  readonly run: {
    readonly id: string;
    readonly taskSlug: string;
    /** `""` when the run belongs to no session. */
    readonly sessionID: string;
    readonly createdAt: string;
    /** The run that executed this one; `""` for none. */
    readonly parentID: string;
    /** Its page in the window. */
    readonly url: string;
    readonly teamID: string;
  };
  /** The run's task. */
  readonly task: {
    readonly id: string;
    readonly slug: string;
    readonly name: string;
    /** Its page in the window. */
    readonly url: string;
    readonly runtime: string;
  };
  /** The user who started the run. An API user has no e-mail. */
  readonly runner: { readonly id: string; readonly email: string; readonly name: string };
  /** Access to `/v0`. The key is valid until the run ends; runs that it executes become children of this run. */
  readonly api: { readonly url: string; readonly key: string };
  /** Writes to the run's log; one line for each line of the text. */
  readonly log: ScriptLog;
  /** Captured: `log` and `info` become `info` lines, `debug` debug, `warn` warning, `error` and `trace` error. The global `console` is the same one. */
  readonly console: Console;
  /** The run's output, readable while the run is active. A value that the script returns replaces it. */
  readonly output: ScriptOutput;
  /** Asks a person and waits. Rejects with `PromptCancelledError` when the prompt is cancelled. */
  readonly prompt: (ask?: PromptAsk) => Promise<PromptAnswer>;
  /** Executes a task, by slug or ID, and waits. Rejects with `RunFailedError` unless the child run succeeds. */
  readonly execute: (
    task: string,
    paramValues?: Readonly<Record<string, unknown>>,
    options?: { readonly resources?: Readonly<Record<string, string>> },
  ) => Promise<ChildRun>;
  /** Executes a runbook, by slug or ID, and waits. Rejects with `SessionFailedError` unless the session succeeds. */
  readonly executeRunbook: (runbook: string, paramValues?: Readonly<Record<string, unknown>>) => Promise<ChildSession>;
  /** The time of the emulated clock, as `Date` returns too. */
  readonly now: () => Date;
  /** Waits on the emulated clock. Rejects when the run is cancelled. */
  readonly sleep: (seconds: number) => Promise<void>;
  /** The global `fetch`, aborted when the run is cancelled. */
  readonly fetch: typeof fetch;
  /** Aborted when the run is cancelled or times out; half a second later the script is terminated. */
  readonly signal: AbortSignal;
}

/** A bound resource: its identity and, beside it, its configuration (`host`, `password`, `baseURL`, …). */
export interface ScriptResource {
  readonly id: string;
  readonly slug: string;
  readonly kind: string;
  readonly [field: string]: any;
}

/** The run's log, by level. */
export interface ScriptLog {
  /** Hidden in the log unless debug lines are requested. */
  readonly debug: (text: string) => void;
  readonly info: (text: string) => void;
  readonly warning: (text: string) => void;
  readonly error: (text: string) => void;
}

/** Sets the output incrementally. Values must be JSON; at most 10 MB in all. */
export interface ScriptOutput {
  /** Replaces the whole output. */
  set(value: unknown): void;
  /**
   * Sets the value at a path of keys (and, within lists, indexes) with dots between: `total.net`. Creates missing objects on the
   * way.
   */
  set(path: string, value: unknown): void;
  /** Adds a value to the end of the list at the path, and creates the list when it is missing; `""` is the output itself. */
  append(path: string, value: unknown): void;
}

/** A question to a person. */
export interface PromptAsk {
  readonly description?: string;
  readonly parameters?: readonly PromptParameter[];
  readonly confirmText?: string;
  readonly cancelText?: string;
  readonly reviewers?: {
    readonly allowSelfApprovals?: boolean;
    /** By slug or ID. */
    readonly groups?: readonly string[];
    /** By e-mail or ID. */
    readonly users?: readonly string[];
  };
}

/** A field of a prompt's form, written as in a task. */
export interface PromptParameter {
  readonly slug: string;
  readonly name?: string;
  readonly desc?: string;
  readonly type?:
    | 'string'
    | 'boolean'
    | 'integer'
    | 'float'
    | 'date'
    | 'datetime'
    | 'upload'
    | 'configvar'
    | 'json'
    | 'object';
  readonly component?: string;
  readonly default?: unknown;
  readonly hidden?: string;
  readonly multi?: boolean;
  readonly constraints?: {
    readonly optional?: boolean;
    readonly options?: readonly unknown[];
    readonly regex?: string;
    readonly validate?: string;
    readonly allowUnknownKeys?: boolean;
  };
  readonly params?: readonly PromptParameter[];
}

/** A submitted prompt. */
export interface PromptAnswer {
  readonly id: string;
  readonly values: Readonly<Record<string, any>>;
  readonly submittedBy: string;
}

/** A child run that succeeded. */
export interface ChildRun {
  readonly runID: string;
  readonly status: 'Succeeded';
  /** An object, unless `settings.decisions` says `"outputs": "any"`. */
  readonly output: Readonly<Record<string, any>>;
}

/** A session that succeeded. */
export interface ChildSession {
  readonly sessionID: string;
  readonly status: 'Succeeded';
}

/** Error of `prompt` when the prompt is cancelled; recognizable by its `name`. */
export interface PromptCancelledError extends Error {
  readonly name: 'PromptCancelledError';
  readonly promptID: string;
  readonly cancelledBy: string | null;
}

/** Error of `execute` when the child run does not succeed; recognizable by its `name`. */
export interface RunFailedError extends Error {
  readonly name: 'RunFailedError';
  readonly runID: string;
  readonly status: 'Failed' | 'Cancelled';
  readonly output: Readonly<Record<string, any>>;
}

/** Error of `executeRunbook` when the session does not succeed; recognizable by its `name`. */
export interface SessionFailedError extends Error {
  readonly name: 'SessionFailedError';
  readonly sessionID: string;
  readonly status: 'Failed' | 'Cancelled';
}
