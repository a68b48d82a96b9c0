import type { Caller } from '../../../shared/model/access.ts';
import type { ExpressionClock } from '../../../shared/expression/evaluate.ts';
import type { JsonObject } from '../../../shared/values/json.ts';
import type { Prompt } from '../../../shared/model/prompt.ts';
import type { Origin, PromptRow } from '../../../shared/contract/emulator/rows.ts';
import type { PromptContent } from '../../../shared/model/behavior.ts';
import type { CreateResource, UpdateResource } from '../../../shared/contract/v0/resources.ts';
import type { ClockOperations } from './clock-operations.ts';
import type { EmulatedClock } from './clock/emulated-clock.ts';
import type { Definitions } from './definitions.ts';
import type { FieldProblem } from './field-problems.ts';
import type { AnswerSubject } from './answer-subject.ts';
import type { PendingAnswers } from './engine-context.ts';
import type { PromptRecord } from './records.ts';
import type { DisplayOperations, IdTokenOperations, RequestOperations, SleepOperations } from './runtime-operations.ts';
import type { ResumeCause } from './resume.ts';
import type { WaitingOperations } from './waiting.ts';
import type { TurnScheduler } from './turn-scheduler.ts';
import type { RunOperations } from './run-operations.ts';
import type { TaskOperations } from './task-operations.ts';
import type { RunbookOperations, SessionOperations } from './session-operations.ts';
import type { WebhookOperations, AccessOperations } from './access-operations.ts';
import type { IdempotencyOperations } from './idempotency-operations.ts';

/** Long work that yields often, so that other work can run in between. */
export type InSlices<Result> = Generator<void, Result, undefined>;

/** The caller and origin of one call of the engine, and a callback for its warnings. */
export interface Call {
  readonly caller: Caller;
  readonly origin: Origin;
  /** Adds a sentence to `X-Hangar-Warning` and the traffic log. */
  readonly warn: (sentence: string) => void;
  /** Slug of the calling automatic answer; absent for other callers. */
  readonly rule?: string;
}

/** A page of a list. */
export interface Page<Item> {
  readonly items: Item[];
  /** True when there are items after it. */
  readonly hasMore: boolean;
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

export interface ResourceOperations {
  readonly create: (resource: CreateResource, call: Call) => Promise<{ id: string }>;
  readonly update: (resource: UpdateResource, call: Call) => Promise<{ id: string }>;
  /** The problems that `create` would report for the readable fields. Creates nothing. */
  readonly createProblems: (resource: Partial<CreateResource>) => readonly FieldProblem[];
  /** The problems that `update` would report for the readable fields. Updates nothing. */
  readonly updateProblems: (resource: Partial<UpdateResource>, caller: Caller) => readonly FieldProblem[];
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
  /** Resumes unfinished runs and sessions of the state, at a start by default; returns messages to show at start-up. */
  readonly resume: (cause?: ResumeCause) => string[];
  /** Stops every run and clears the state except secrets and uploads. */
  readonly reset: () => Promise<void>;
  /** Stops the work of all runs without changing their state, so that the next start resumes them. */
  readonly stop: () => Promise<void>;
}
