import type { BehaviorKind, BehaviorOf, PromptContent } from '../../../../shared/model/behavior.ts';
import type { Budget } from '../../../../shared/expression/budget.ts';
import type { Json, JsonObject } from '../../../../shared/values/json.ts';
import type { LogLevel } from '../../../../shared/model/log-level.ts';
import type { EpochMilliseconds, Micros } from '../../../../shared/values/timestamp.ts';
import type { StartingStep } from './records.ts';

/** Metadata of a run for the programs it starts. Source: docs/task-runtime.md, "Name the SDK". */
export interface RunMetadata {
  /** The setting `sdk`. */
  readonly sdk: string | undefined;
  readonly runID: string;
  /** "" for none. */
  readonly parentRunID: string;
  /** "" outside sessions. */
  readonly sessionID: string;
  readonly taskID: string;
  readonly taskSlug: string;
  readonly taskName: string;
  readonly teamID: string;
  readonly runtime: string;
  /** The runtime for an SDK. Without one of the task's own it is `dev`: then SDKs ask whether a wait was skipped. */
  readonly sdkRuntime: string;
  readonly environment: {
    readonly id: string;
    readonly slug: string;
    readonly name: string;
    readonly isDefault: boolean;
  };
  /** The user who started the run. An API user has no e-mail. */
  readonly runner: { readonly id: string; readonly email: string; readonly name: string };
}

/** A bound resource for templates and code: identity and configuration. */
export type ResourceInScope = { readonly id: string; readonly slug: string; readonly kind: string } & JsonObject;

/** The scope of templates and code. Source: docs/workspace-file.md, "Expressions"; docs/behaviors.md, "Scripts". */
export interface Scope {
  /** Parameter values: an upload as `{ id, url }`, a config variable as its value, null for none. */
  readonly params: JsonObject;
  readonly env: { readonly slug: string; readonly name: string; readonly isDefault: boolean };
  readonly config: Readonly<Record<string, string>>;
  readonly resources: Readonly<Record<string, ResourceInScope>>;
  readonly run: {
    readonly id: string;
    readonly taskSlug: string;
    readonly sessionID: string;
    readonly createdAt: string;
  };
  readonly session: { readonly id: string; readonly name: string } | null;
}

/** The emulated clock, for code that runs in another process. */
export interface ClockPort {
  /** The current clock; `undefined` while it shows the machine's time. */
  readonly reading: () => ScriptClock | undefined;
  /** Calls the listener after every change of the clock; returns a function that unsubscribes. */
  readonly subscribe: (listener: () => void) => () => void;
}

/** An emulated clock at one moment, and its pace from then on. */
export interface ScriptClock {
  readonly at: EpochMilliseconds;
  /** Emulated seconds per second; 0 while it stands still. */
  readonly pace: number;
}

/** The answer to a prompt. */
export interface PromptResult {
  readonly id: string;
  readonly values: JsonObject;
  readonly submittedBy: string;
}

/** The result of a finished child run. */
export interface ChildResult {
  readonly runID: string;
  readonly status: 'Succeeded' | 'Failed' | 'Cancelled';
  readonly output: Json;
  /** The reason why it did not succeed; "" when it did. */
  readonly failure: string;
}

/** The result of a finished session that a run executed. */
export interface SessionResult {
  readonly sessionID: string;
  readonly status: 'Succeeded' | 'Failed' | 'Cancelled';
  readonly failure: string;
}

/** A request of a run to execute a task. */
export interface ChildRequest {
  /** Slug or ID. */
  readonly task: string;
  readonly paramValues: JsonObject;
  /** Resource ID or slug by alias. */
  readonly resources?: Readonly<Record<string, string>>;
}

/**
 * The context of one Active run. Once the run has ended, calls are ignored, and promises reject or never settle.
 * `start…` and `save` in one turn of the event loop become durable together, so that a resumed behavior never starts a
 * child twice.
 */
export interface RunContext {
  readonly scope: Scope;
  /** Parameter values for programs: those of `scope`, in the SDK's format with the setting `sdk`. */
  readonly programParams: JsonObject;
  /** Metadata of the run for programs. */
  readonly metadata: RunMetadata;
  /** Secrets of the run's resources. `log` masks them. */
  readonly secrets: readonly string[];
  /** Aborts when the run is cancelled, times out, or the server stops. */
  readonly signal: AbortSignal;
  /** The progress saved before a restart; null at the first start. */
  readonly progress: Json;
  /** The step that the run begins from, with results of earlier steps; null for the beginning. */
  readonly startsFrom: StartingStep | null;
  readonly save: (progress: Json) => void;
  /** Records the beginning of the step with this index, for the run's timeline. */
  readonly stepBegan: (index: number) => void;
  /** Appends each line of the text to the log. */
  readonly log: (level: LogLevel, text: string) => void;
  readonly setOutput: (output: Json) => void;
  /** Creates a prompt; returns its ID. Throws `ApiError('invalid_request')` for an invalid one. */
  readonly startPrompt: (ask: PromptContent) => string;
  /** Resolves with the answer; rejects with `PromptCancelledError`. */
  readonly promptResult: (promptID: string) => Promise<PromptResult>;
  /** Executes a task; returns the child run's ID. Throws `ApiError` when it cannot be executed. */
  readonly startChild: (request: ChildRequest) => string;
  /** Resolves when the child has ended, successfully or not. */
  readonly childResult: (runID: string) => Promise<ChildResult>;
  /** Executes a runbook; returns the session's ID. Throws `ApiError` when it cannot be executed. */
  readonly startSession: (runbook: string, paramValues: JsonObject) => string;
  /** Resolves when the session has ended, successfully or not. */
  readonly sessionResult: (sessionID: string) => Promise<SessionResult>;
  /** Creates a budget for the expressions of one step. */
  readonly stepBudget: () => Budget;
  /** Resolves in a later turn of the event loop, after other runs had theirs. */
  readonly nextTurn: () => Promise<void>;
  /** The current time, which need not be unique. */
  readonly now: () => Micros;
  readonly clock: ClockPort;
  /** Sets the check that resolves once the run's code is idle. */
  readonly setIdleCheck: (check: () => Promise<void>) => void;
  readonly sleepUntil: (at: Micros) => Promise<void>;
  /** Waits for other runs. Meanwhile the run counts as idle for the clock. */
  readonly idleUntil: <T>(promise: Promise<T>) => Promise<T>;
  /** An API key that is valid while the run is Active. Everything executed with it becomes a child of the run. */
  readonly apiKey: () => string;
}

/** Executes runs of one kind of behavior. */
export interface BehaviorRunner<Kind extends BehaviorKind> {
  /** True when it resumes from its saved progress after a restart. Otherwise the run fails with `interrupted by restart`. */
  readonly resumes: boolean;
  /**
   * Does the work of a run. Resolving means Succeeded; rejecting means Failed with the error's message. The work must stop
   * soon after `signal` aborts. The promise settles when nothing is left running.
   */
  readonly run: (behavior: BehaviorOf<Kind>, context: RunContext) => Promise<void>;
}

/** Runners by kind of behavior. */
export type Behaviors = { readonly [Kind in BehaviorKind]: BehaviorRunner<Kind> };

/** Rejects the wait for a prompt that is cancelled (decision `prompt-cancel`). */
export class PromptCancelledError extends Error {
  override readonly name = 'PromptCancelledError';
  readonly promptID: string;
  readonly cancelledBy: string | null;

  constructor(promptID: string, cancelledBy: string | null) {
    super('prompt was cancelled');
    this.promptID = promptID;
    this.cancelledBy = cancelledBy;
  }
}

/** Rejects the wait for a child run that does not succeed. */
export class RunFailedError extends Error {
  override readonly name = 'RunFailedError';
  readonly runID: string;
  readonly status: string;
  readonly output: Json;

  constructor(child: ChildResult, taskSlug: string) {
    super(
      `${taskSlug} (${child.runID}) ${child.status === 'Cancelled' ? 'was cancelled' : `failed: ${child.failure}`}`,
    );
    this.runID = child.runID;
    this.status = child.status;
    this.output = child.output;
  }
}
