import type { BehaviorKind, BehaviorOf, PromptAsk } from '../../../shared/model/behavior.ts';
import type { Budget } from '../../../shared/expression/budget.ts';
import type { Json, JsonObject } from '../../../shared/values/json.ts';
import type { LogLevel } from '../../../shared/model/log-level.ts';
import type { Micros } from '../../../shared/values/timestamp.ts';
import type { RunMetadata } from './run-metadata.ts';

/** A bound resource as code sees it: its identity and its configuration. */
export type ResourceInScope = { readonly id: string; readonly slug: string; readonly kind: string } & JsonObject;

/** What templates and code see. Source: product, "Templates" and "The context of a script". */
export interface Scope {
  /** Values as code gets them: an upload as `{ id, url }`, a config variable as its value; a parameter without a value is null. */
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

/** What an answered prompt gives. */
export interface PromptResult {
  readonly id: string;
  readonly values: JsonObject;
  readonly submittedBy: string;
}

/** How a child run ended. */
export interface ChildResult {
  readonly runID: string;
  readonly status: 'Succeeded' | 'Failed' | 'Cancelled';
  readonly output: Json;
  /** Why it did not succeed; "" when it did. */
  readonly failure: string;
}

/** How a session that was executed by a run ended. */
export interface SessionResult {
  readonly sessionID: string;
  readonly status: 'Succeeded' | 'Failed' | 'Cancelled';
  readonly failure: string;
}

/** What a run asks to be executed. */
export interface ChildRequest {
  /** Slug or ID. */
  readonly task: string;
  readonly paramValues: JsonObject;
  /** Resource ID or slug by alias. */
  readonly resources?: Readonly<Record<string, string>>;
}

/**
 * The context of one run while it is Active. Nothing here does anything once the run has ended: a promise then never
 * settles, or rejects, and calls are ignored. `start…` and `save` of one turn become durable together, so that a
 * behavior that resumes never starts a child twice.
 */
export interface RunContext {
  readonly scope: Scope;
  /** What a program is told of the run. */
  readonly metadata: RunMetadata;
  /** Texts that must not appear in logs; the context masks them itself. */
  readonly secrets: readonly string[];
  /** Aborted when the run is cancelled, times out, or the server stops. */
  readonly signal: AbortSignal;
  /** What was saved before a restart; null at the first start. */
  readonly progress: Json;
  readonly save: (progress: Json) => void;
  /** One line for each line of the text. */
  readonly log: (level: LogLevel, text: string) => void;
  readonly setOutput: (output: Json) => void;
  /** Asks; gives the prompt's ID. Throws `ApiError('invalid_request')` for an ask that cannot be made. */
  readonly startPrompt: (ask: PromptAsk) => string;
  /** Resolves with the answer; rejects with `PromptCancelledError`. */
  readonly promptResult: (promptID: string) => Promise<PromptResult>;
  /** Executes a task; gives the child run's ID. Throws `ApiError` when it cannot be executed. */
  readonly startChild: (request: ChildRequest) => string;
  /** Resolves however the child ended. */
  readonly childResult: (runID: string) => Promise<ChildResult>;
  /** Executes a runbook; gives the session's ID. Throws `ApiError` when it cannot be executed. */
  readonly startSession: (runbook: string, paramValues: JsonObject) => string;
  /** Resolves however the session ended. */
  readonly sessionResult: (sessionID: string) => Promise<SessionResult>;
  /** A budget for the expressions of one step. */
  readonly stepBudget: () => Budget;
  /** Resolves in a later turn of the event loop, after others had theirs. */
  readonly nextTurn: () => Promise<void>;
  /** The moment now, and a wait until a moment. */
  readonly now: () => Micros;
  readonly sleepUntil: (at: Micros) => Promise<void>;
  /** An API key with which a process may call `/v0` while the run is Active; what it executes becomes a child of the run. */
  readonly apiKey: () => string;
}

/** Thrown into the code that waits for a prompt when the prompt is cancelled (decision `prompt-cancel`). */
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

/** Thrown into the code that waits for a child run when the child does not succeed. */
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

/** How runs of one kind of behavior are carried out. */
export interface BehaviorRunner<Kind extends BehaviorKind> {
  /** Whether it goes on after a restart from what it saved; otherwise the run fails with `interrupted by restart`. */
  readonly resumes: boolean;
  /**
   * Works until the run's work is done: resolves = Succeeded, rejects = Failed with the error's message. It must stop soon
   * after `signal` aborts; the promise settles when nothing of it is left running.
   */
  readonly run: (behavior: BehaviorOf<Kind>, context: RunContext) => Promise<void>;
}

/** A runner for each kind of behavior. */
export type Behaviors = { readonly [Kind in BehaviorKind]: BehaviorRunner<Kind> };
