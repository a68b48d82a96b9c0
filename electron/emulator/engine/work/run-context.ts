import { Budget } from '../../../../shared/expression/budget.ts';
import { ApiError } from '../../../../shared/http/errors.ts';
import type { PromptContent } from '../../../../shared/model/behavior.ts';
import type { Json, JsonObject } from '../../../../shared/values/json.ts';
import type { LogLevel } from '../../../../shared/model/log-level.ts';
import { createMasker } from '../../../../shared/model/masking.ts';
import type { Parameter } from '../../../../shared/model/parameter.ts';
import { TERMINAL_SESSION_STATUSES, isPending } from '../../../../shared/model/status.ts';
import { epochMilliseconds, type Micros } from '../../../../shared/values/timestamp.ts';
import {
  type ChildRequest,
  type ChildResult,
  type ClockPort,
  type PromptResult,
  type RunContext,
  type Scope,
  type SessionResult,
  type RunMetadata,
  PromptCancelledError,
} from '../context/behavior-port.ts';
import { creatorCaller } from '../access/access.ts';
import { type RunKeys, runMetadata } from '../access/run-credentials.ts';
import type { EnvironmentDefinition } from '../definitions/definitions.ts';
import type { Call } from '../context/call.ts';
import { assertValuesSize } from '../runs/results-budget.ts';
import { executeTask } from '../runs/execute.ts';
import { appendLog } from '../runs/logs.ts';
import { createPrompt } from '../prompts/prompts.ts';
import type { PromptRecord, RunRecord, SessionRecord, StartingStep } from '../context/records.ts';
import { isFinished } from '../runs/run-machine.ts';
import { outputView } from '../context/views.ts';
import type { Runner } from '../runs/runner.ts';
import type { RunWork } from '../runs/run-work.ts';
import { scopeOf, secretsInScope } from '../runs/run-scope.ts';
import { environmentOf, programValues } from '../context/scope.ts';
import {
  notFound,
  requirePrompt,
  requireRun,
  requireSession,
  putRun,
  type EngineContext,
} from '../context/engine-context.ts';
import { quoteForMessage } from '../../../../shared/values/messages.ts';
import { changedRun } from '../runs/run-record.ts';
import type { RunbookRequest } from '../runs/run-operations.ts';

/** Executes a runbook; returns the ID of its session. */
interface SessionStarter {
  execute(request: RunbookRequest, call: Call): string;
}

/** Parts of the engine that the context of a run uses. */
export interface ActiveRunDependencies {
  readonly context: EngineContext;
  readonly runner: Runner;
  readonly runKeys: RunKeys;
  readonly sessions: SessionStarter;
}

/** An Active run with its work and its parameters. */
interface ActiveRunInput {
  readonly run: RunRecord;
  readonly work: RunWork;
  readonly parameters: readonly Parameter[];
}

/** The context of an Active run. Calls are ignored or rejected once its work has ended. */
export class ActiveRun implements RunContext {
  readonly progress: Json;
  readonly startsFrom: StartingStep | null;
  readonly #parts: ActiveRunDependencies;
  readonly #run: RunRecord;
  readonly #work: RunWork;
  readonly #parameters: readonly Parameter[];
  #scope: Scope | undefined;
  #secrets: readonly string[] | undefined;
  #mask: ((text: string) => string) | undefined;

  constructor(parts: ActiveRunDependencies, { run, work, parameters }: ActiveRunInput) {
    this.progress = run.progress;
    this.startsFrom = run.startsFrom;
    this.#parts = parts;
    this.#run = run;
    this.#work = work;
    this.#parameters = parameters;
  }

  get scope(): Scope {
    return (this.#scope ??= scopeOf(this.#parts.context, this.#run, this.#parameters));
  }

  get programParams(): JsonObject {
    return programValues(this.#parts.context, this.#run, this.#parameters);
  }

  get metadata(): RunMetadata {
    return runMetadata(this.#parts.context, this.#run);
  }

  get secrets(): readonly string[] {
    return (this.#secrets ??= secretsInScope(this.#parts.context, this.#run));
  }

  stepBudget(): Budget {
    const { expressionClock, turns } = this.#parts.context;
    return Budget.forStep(expressionClock, turns);
  }

  nextTurn(): Promise<void> {
    return this.#work.orEnd(this.#parts.context.turns.next());
  }

  get signal(): AbortSignal {
    return this.#work.signal;
  }

  save(progress: Json): void {
    this.#work.assertActive();
    const { context } = this.#parts;
    const stepStarts = [...this.#work.stepStarts];
    putRun(context, changedRun(requireRun(context, this.#run.id), { progress, stepStarts }));
  }

  stepBegan(index: number): void {
    const { activeAt, createdAt } = this.#run;
    this.#work.stepBegan(index, Math.max(0, this.#parts.context.time.now() - (activeAt ?? createdAt)));
  }

  log(level: LogLevel, text: string): void {
    if (this.#work.ended) return;
    this.#mask ??= createMasker(this.secrets);
    const masked = this.#mask(text);
    const { context, runner } = this.#parts;
    const problem = context.state.usage.noRoomFor(this.#run.id, masked);
    if (problem === undefined) appendLog(context, this.#run, level, masked);
    else runner.fail(this.#run, problem.message);
  }

  setOutput(output: Json): void {
    this.#work.assertActive();
    const { context } = this.#parts;
    putRun(context, changedRun(requireRun(context, this.#run.id), { output, updatedAt: this.now() }));
  }

  startPrompt(ask: PromptContent): string {
    this.#work.assertActive();
    return createPrompt(this.#parts.context, this.#run.id, ask).id;
  }

  promptResult(promptID: string): Promise<PromptResult> {
    return this.#work.until(promptEnd(this.#parts.context, promptID)).then(promptResult);
  }

  startChild({ task: named, paramValues: given, resources = {} }: ChildRequest): string {
    this.#work.assertActive();
    const { context, runner } = this.#parts;
    return namingRefused(named, () => {
      const paramValues = assertValuesSize(given);
      const task = context.definitions().tasks.find(named) ?? notFound('task', named);
      const request = { task, environment: this.#environment, paramValues, resources, allowCachedMaxAge: 0 };
      return executeTask(context, runner, request, this.#call).runID;
    });
  }

  childResult(runID: string): Promise<ChildResult> {
    const { context } = this.#parts;
    return this.#work.until(runEnd(context, runID)).then((child) => childResult(context, child));
  }

  startSession(named: string, paramValues: JsonObject): string {
    this.#work.assertActive();
    const { context, sessions } = this.#parts;
    return namingRefused(named, () => {
      const runbook = context.definitions().runbooks.find(named) ?? notFound('runbook', named);
      const request = { runbook, environment: this.#environment, paramValues: assertValuesSize(paramValues) };
      return sessions.execute(request, this.#call);
    });
  }

  sessionResult(sessionID: string): Promise<SessionResult> {
    return this.#work.until(sessionEnd(this.#parts.context, sessionID)).then(sessionResult);
  }

  now(): Micros {
    return this.#parts.context.time.now();
  }

  get clock(): ClockPort {
    const { time } = this.#parts.context;
    return {
      reading: () => (time.isRealTime ? undefined : { at: epochMilliseconds(time.now()), pace: time.pace }),
      subscribe: (listener) => time.subscribe(listener),
    };
  }

  setIdleCheck(check: () => Promise<void>): void {
    this.#work.setIdleCheck(check);
  }

  sleepUntil(at: Micros): Promise<void> {
    const { time } = this.#parts.context;
    const item = { kind: 'wait', runID: this.#run.id } as const;
    const woken = new Promise<void>((resolve) => this.#work.onEnd(time.callAt(at, item, resolve)));
    return this.#work.until(woken, at);
  }

  idleUntil<T>(promise: Promise<T>): Promise<T> {
    return this.#work.until(promise);
  }

  apiKey(): string {
    const { context, runKeys } = this.#parts;
    return runKeys.issue(this.#run.id, () => context.ids.secret());
  }

  get #environment(): EnvironmentDefinition {
    return environmentOf(this.#parts.context, this.#run.environmentID);
  }

  /** The call for executions by the run. */
  get #call(): Call {
    const { context } = this.#parts;
    return {
      caller: creatorCaller(context.definitions(), this.#run, this.#run.id),
      origin: { kind: 'child', trafficID: '', webhook: '' },
      warn: (sentence) => appendLog(context, this.#run, 'debug', sentence),
    };
  }
}

/** Executes a task or runbook. A refusal names it: the fields at fault alone may be those of any. */
export function namingRefused<Result>(named: string, execute: () => Result): Result {
  try {
    return execute();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw new ApiError(error.code, `"${quoteForMessage(named)}" was not executed: ${error.message}`, error);
  }
}

async function promptEnd(context: EngineContext, id: string): Promise<PromptRecord> {
  const prompt = requirePrompt(context, id);
  return isPending(prompt) ? context.promptsEnded.wait(id) : prompt;
}

function promptResult(prompt: PromptRecord): PromptResult {
  if (prompt.submittedAt === null) throw new PromptCancelledError(prompt.id, prompt.cancelledBy);
  return { id: prompt.id, values: prompt.values, submittedBy: prompt.submittedBy ?? '' };
}

/** Resolves with the run once it is finished. */
export async function runEnd(context: EngineContext, id: string): Promise<RunRecord> {
  const run = requireRun(context, id);
  return isFinished(run) ? run : context.runsEnded.wait(id);
}

/** The result of a finished run, for code that waited for it. */
export function childResult(context: EngineContext, run: RunRecord): ChildResult {
  const status = run.status === 'Succeeded' || run.status === 'Cancelled' ? run.status : 'Failed';
  return { runID: run.id, status, output: outputView(context, run), failure: failureOf(context, run) };
}

function failureOf(context: EngineContext, run: RunRecord): string {
  if (run.status !== 'Cancelled') return run.failure;
  return run.cancelledBy === null
    ? 'timed out or was cancelled with its parent'
    : `cancelled by ${context.definitions().users.byId(run.cancelledBy)?.name ?? run.cancelledBy}`;
}

async function sessionEnd(context: EngineContext, id: string): Promise<SessionRecord> {
  const session = requireSession(context, id);
  return TERMINAL_SESSION_STATUSES.has(session.status) ? session : context.sessionsEnded.wait(id);
}

function sessionResult(session: SessionRecord): SessionResult {
  const status = session.status === 'Succeeded' || session.status === 'Cancelled' ? session.status : 'Failed';
  return { sessionID: session.id, status, failure: session.failure };
}
