import { Budget } from '../../../shared/expression/budget.ts';
import type { Caller } from '../../../shared/model/access.ts';
import type { PromptAsk } from '../../../shared/model/behavior.ts';
import type { Json, JsonObject } from '../../../shared/values/json.ts';
import type { LogLevel } from '../../../shared/model/log-level.ts';
import { createMasker } from '../../../shared/model/masking.ts';
import type { Parameter } from '../../../shared/model/parameter.ts';
import type { Micros } from '../../../shared/values/timestamp.ts';
import {
  PromptCancelledError,
  type ChildRequest,
  type ChildResult,
  type PromptResult,
  type RunContext,
  type Scope,
  type SessionResult,
} from './behavior-port.ts';
import { ownerOf, type RunKeys } from './access.ts';
import type { Call } from './engine.ts';
import { submitRun, prepareRun } from './execute.ts';
import { appendLog } from './logs.ts';
import { createPrompt } from './prompts.ts';
import type { PromptRecord, RunRecord, SessionRecord } from './records.ts';
import { isFinished } from './run-machine.ts';
import { outputView } from './views.ts';
import { runMetadata, type RunMetadata } from './run-metadata.ts';
import type { Runner } from './runner.ts';
import type { RunWork } from './run-work.ts';
import { environmentOf, scopeOf, secretsInScope } from './scope.ts';
import { notFound, requirePrompt, requireRun, requireSession, putRun, type EngineContext } from './engine-context.ts';

/** What the context of a run is made of. */
export interface ActiveRunDependencies {
  readonly context: EngineContext;
  readonly runner: Runner;
  readonly runKeys: RunKeys;
  /** Executes a runbook in the place of a run; gives the session's ID. */
  readonly startSession: (run: RunRecord, runbook: string, paramValues: ChildRequest['paramValues']) => string;
}

/** A run with the work that was begun for it, and what it takes. */
export interface ActiveRunInput {
  readonly run: RunRecord;
  readonly work: RunWork;
  readonly parameters: readonly Parameter[];
}

const MICROS_PER_MILLISECOND = 1000;

/** The context of one run while it is Active: every call is about this run, and nothing counts once its work has ended. */
export class ActiveRun implements RunContext {
  readonly progress: Json;
  readonly #parts: ActiveRunDependencies;
  readonly #run: RunRecord;
  readonly #work: RunWork;
  readonly #parameters: readonly Parameter[];
  #scope: Scope | undefined;
  #secrets: readonly string[] | undefined;
  #mask: ((text: string) => string) | undefined;

  constructor(parts: ActiveRunDependencies, { run, work, parameters }: ActiveRunInput) {
    this.progress = run.progress;
    this.#parts = parts;
    this.#run = run;
    this.#work = work;
    this.#parameters = parameters;
  }

  get scope(): Scope {
    return (this.#scope ??= scopeOf(this.#parts.context, this.#run, this.#parameters));
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
    return this.#work.until(this.#parts.context.turns.next());
  }

  get signal(): AbortSignal {
    return this.#work.signal;
  }

  save(progress: Json): void {
    this.#work.assertActive();
    const { context } = this.#parts;
    putRun(context, { ...requireRun(context, this.#run.id), progress });
  }

  log(level: LogLevel, text: string): void {
    if (this.#work.ended) return;
    this.#mask ??= createMasker(this.secrets);
    appendLog(this.#parts.context, this.#run, level, this.#mask(text));
  }

  setOutput(output: Json): void {
    this.#work.assertActive();
    const { context } = this.#parts;
    putRun(context, { ...requireRun(context, this.#run.id), output, updatedAt: this.now() });
  }

  startPrompt(ask: PromptAsk): string {
    this.#work.assertActive();
    return createPrompt(this.#parts.context, this.#run.id, ask).id;
  }

  promptResult(promptID: string): Promise<PromptResult> {
    return this.#work.until(promptEnd(this.#parts.context, promptID)).then(answerOf);
  }

  startChild(request: ChildRequest): string {
    this.#work.assertActive();
    const { context, runner } = this.#parts;
    return startChild(context, runner, this.#run, request);
  }

  childResult(runID: string): Promise<ChildResult> {
    const { context } = this.#parts;
    return this.#work.until(runEnd(context, runID)).then((child) => childResult(context, child));
  }

  startSession(runbook: string, paramValues: JsonObject): string {
    this.#work.assertActive();
    return this.#parts.startSession(this.#run, runbook, paramValues);
  }

  sessionResult(sessionID: string): Promise<SessionResult> {
    return this.#work.until(sessionEnd(this.#parts.context, sessionID)).then(sessionResult);
  }

  now(): Micros {
    return this.#parts.context.time.now();
  }

  sleepUntil(at: Micros): Promise<void> {
    return sleepUntil(this.#parts.context, this.#work, at);
  }

  apiKey(): string {
    const { context, runKeys } = this.#parts;
    return runKeys.issue(this.#run.id, () => context.ids.secret(), callerOf(context, this.#run));
  }
}

/** What a run executes is made by its creator, in its environment and session. */
function callOf(context: EngineContext, run: RunRecord): Call {
  return {
    caller: { ...callerOf(context, run), runID: run.id },
    origin: { kind: 'child', trafficID: '', webhook: '' },
    warn: (sentence) => appendLog(context, run, 'debug', sentence),
  };
}

function callerOf(context: EngineContext, run: RunRecord): Omit<Caller, 'runID'> {
  const ownerID = ownerOf(context.definitions(), run.createdBy);
  const role = context.definitions().users.byId(ownerID)?.role ?? 'admin';
  return { userID: run.createdBy, ownerID, role, environmentIDs: null };
}

function startChild(context: EngineContext, runner: Runner, parent: RunRecord, request: ChildRequest): string {
  const task = context.definitions().tasks.find(request.task) ?? notFound('task', request.task);
  const child = prepareRun(
    context,
    {
      taskID: task.id,
      environment: environmentOf(context, parent.environmentID),
      paramValues: request.paramValues,
      resources: request.resources ?? {},
    },
    callOf(context, parent),
    { parentID: parent.id, sessionID: parent.sessionID },
  );
  submitRun(context, runner, child);
  return child.id;
}

async function promptEnd(context: EngineContext, id: string): Promise<PromptRecord> {
  const prompt = requirePrompt(context, id);
  return prompt.submittedAt === null && prompt.cancelledAt === null ? context.promptsEnded.wait(id) : prompt;
}

function answerOf(prompt: PromptRecord): PromptResult {
  if (prompt.submittedAt === null) throw new PromptCancelledError(prompt.id, prompt.cancelledBy);
  return { id: prompt.id, values: prompt.values, submittedBy: prompt.submittedBy ?? '' };
}

/** Resolves with the run once it is finished. */
export async function runEnd(context: EngineContext, id: string): Promise<RunRecord> {
  const run = requireRun(context, id);
  return isFinished(run) ? run : context.runsEnded.wait(id);
}

/** How a finished run looks to what waited for it. */
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
  return session.status === 'Succeeded' || session.status === 'Failed' || session.status === 'Cancelled'
    ? session
    : context.sessionsEnded.wait(id);
}

function sessionResult(session: SessionRecord): SessionResult {
  const status = session.status === 'Succeeded' || session.status === 'Cancelled' ? session.status : 'Failed';
  return { sessionID: session.id, status, failure: session.failure };
}

/** A timer may fire a little before its moment by the engine's own count; then it waits again. */
async function sleepUntil(context: EngineContext, work: RunWork, at: number): Promise<void> {
  for (let left = at - context.time.now(); left > 0; left = at - context.time.now()) {
    const milliseconds = Math.ceil(left / MICROS_PER_MILLISECOND);
    await work.until(new Promise<void>((resolve) => work.onEnd(context.clock.after(milliseconds, resolve))));
  }
}
