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
import { enterRun, prepareRun } from './execute.ts';
import { appendLog } from './logs.ts';
import { createPrompt } from './prompts.ts';
import type { PromptRecord, RunRecord, SessionRecord } from './records.ts';
import { isFinished } from './run-machine.ts';
import { outputView } from './views.ts';
import { runFacts, type RunFacts } from './run-facts.ts';
import type { Runner } from './runner.ts';
import type { RunWork } from './run-work.ts';
import { environmentOf, scopeOf, secretsInScope } from './scope.ts';
import { missing, needPrompt, needRun, needSession, putRun, type World } from './world.ts';

/** What the context of a run is made of. */
export interface ContextParts {
  readonly world: World;
  readonly runner: Runner;
  readonly runKeys: RunKeys;
  /** Executes a runbook in the place of a run; gives the session's ID. */
  readonly startSession: (run: RunRecord, runbook: string, paramValues: ChildRequest['paramValues']) => string;
}

/** A run with the work that was begun for it, and what it takes. */
export interface RunAtWork {
  readonly run: RunRecord;
  readonly work: RunWork;
  readonly parameters: readonly Parameter[];
}

const MICROS_PER_MILLISECOND = 1000;

/** The world of one run while it is Active: every call is about this run, and nothing counts once its work has ended. */
export class ActiveRun implements RunContext {
  readonly progress: Json;
  readonly #parts: ContextParts;
  readonly #run: RunRecord;
  readonly #work: RunWork;
  readonly #parameters: readonly Parameter[];
  #scope: Scope | undefined;
  #secrets: readonly string[] | undefined;
  #mask: ((text: string) => string) | undefined;

  constructor(parts: ContextParts, { run, work, parameters }: RunAtWork) {
    this.progress = run.progress;
    this.#parts = parts;
    this.#run = run;
    this.#work = work;
    this.#parameters = parameters;
  }

  get scope(): Scope {
    return (this.#scope ??= scopeOf(this.#parts.world, this.#run, this.#parameters));
  }

  get facts(): RunFacts {
    return runFacts(this.#parts.world, this.#run);
  }

  get secrets(): readonly string[] {
    return (this.#secrets ??= secretsInScope(this.#parts.world, this.#run));
  }

  stepBudget(): Budget {
    const { expressionClock, turns } = this.#parts.world;
    return Budget.forStep(expressionClock, turns);
  }

  nextTurn(): Promise<void> {
    return this.#work.until(this.#parts.world.turns.next());
  }

  get signal(): AbortSignal {
    return this.#work.signal;
  }

  save(progress: Json): void {
    this.#work.assertGoesOn();
    const { world } = this.#parts;
    putRun(world, { ...needRun(world, this.#run.id), progress });
  }

  log(level: LogLevel, text: string): void {
    if (this.#work.ended) return;
    this.#mask ??= createMasker(this.secrets);
    appendLog(this.#parts.world, this.#run, level, this.#mask(text));
  }

  setOutput(output: Json): void {
    this.#work.assertGoesOn();
    const { world } = this.#parts;
    putRun(world, { ...needRun(world, this.#run.id), output, updatedAt: this.now() });
  }

  startPrompt(ask: PromptAsk): string {
    this.#work.assertGoesOn();
    return createPrompt(this.#parts.world, this.#run.id, ask).id;
  }

  promptResult(promptID: string): Promise<PromptResult> {
    return this.#work.until(promptEnd(this.#parts.world, promptID)).then(answerOf);
  }

  startChild(request: ChildRequest): string {
    this.#work.assertGoesOn();
    const { world, runner } = this.#parts;
    return startChild(world, runner, this.#run, request);
  }

  childResult(runID: string): Promise<ChildResult> {
    const { world } = this.#parts;
    return this.#work.until(runEnd(world, runID)).then((child) => childResult(world, child));
  }

  startSession(runbook: string, paramValues: JsonObject): string {
    this.#work.assertGoesOn();
    return this.#parts.startSession(this.#run, runbook, paramValues);
  }

  sessionResult(sessionID: string): Promise<SessionResult> {
    return this.#work.until(sessionEnd(this.#parts.world, sessionID)).then(sessionResult);
  }

  now(): Micros {
    return this.#parts.world.moments.now();
  }

  sleepUntil(at: Micros): Promise<void> {
    return sleepUntil(this.#parts.world, this.#work, at);
  }

  apiKey(): string {
    const { world, runKeys } = this.#parts;
    return runKeys.issue(this.#run.id, () => world.ids.secret(), callerOf(world, this.#run));
  }
}

/** What a run executes is made by its creator, in its environment and session. */
function callOf(world: World, run: RunRecord): Call {
  return {
    caller: { ...callerOf(world, run), runID: run.id },
    origin: { kind: 'child', trafficID: '', webhook: '' },
    warn: (sentence) => appendLog(world, run, 'debug', sentence),
  };
}

function callerOf(world: World, run: RunRecord): Omit<Caller, 'runID'> {
  const ownerID = ownerOf(world.definitions(), run.createdBy);
  const role = world.definitions().users.byId(ownerID)?.role ?? 'admin';
  return { userID: run.createdBy, ownerID, role, environmentIDs: null };
}

function startChild(world: World, runner: Runner, parent: RunRecord, request: ChildRequest): string {
  const task = world.definitions().tasks.find(request.task) ?? missing('task', request.task);
  const child = prepareRun(
    world,
    {
      taskID: task.id,
      environment: environmentOf(world, parent.environmentID),
      paramValues: request.paramValues,
      resources: request.resources ?? {},
    },
    callOf(world, parent),
    { parentID: parent.id, sessionID: parent.sessionID },
  );
  enterRun(world, runner, child);
  return child.id;
}

async function promptEnd(world: World, id: string): Promise<PromptRecord> {
  const prompt = needPrompt(world, id);
  return prompt.submittedAt === null && prompt.cancelledAt === null ? world.promptsEnded.wait(id) : prompt;
}

function answerOf(prompt: PromptRecord): PromptResult {
  if (prompt.submittedAt === null) throw new PromptCancelledError(prompt.id, prompt.cancelledBy);
  return { id: prompt.id, values: prompt.values, submittedBy: prompt.submittedBy ?? '' };
}

/** Resolves with the run once it is finished. */
export async function runEnd(world: World, id: string): Promise<RunRecord> {
  const run = needRun(world, id);
  return isFinished(run) ? run : world.runsEnded.wait(id);
}

/** How a finished run looks to what waited for it. */
export function childResult(world: World, run: RunRecord): ChildResult {
  const status = run.status === 'Succeeded' || run.status === 'Cancelled' ? run.status : 'Failed';
  return { runID: run.id, status, output: outputView(world, run), failure: failureOf(world, run) };
}

function failureOf(world: World, run: RunRecord): string {
  if (run.status !== 'Cancelled') return run.failure;
  return run.cancelledBy === null
    ? 'timed out or was cancelled with its parent'
    : `cancelled by ${world.definitions().users.byId(run.cancelledBy)?.name ?? run.cancelledBy}`;
}

async function sessionEnd(world: World, id: string): Promise<SessionRecord> {
  const session = needSession(world, id);
  return session.status === 'Succeeded' || session.status === 'Failed' || session.status === 'Cancelled'
    ? session
    : world.sessionsEnded.wait(id);
}

function sessionResult(session: SessionRecord): SessionResult {
  const status = session.status === 'Succeeded' || session.status === 'Cancelled' ? session.status : 'Failed';
  return { sessionID: session.id, status, failure: session.failure };
}

/** A timer may fire a little before its moment by the engine's own count; then it waits again. */
async function sleepUntil(world: World, work: RunWork, at: number): Promise<void> {
  for (let left = at - world.moments.now(); left > 0; left = at - world.moments.now()) {
    const milliseconds = Math.ceil(left / MICROS_PER_MILLISECOND);
    await work.until(new Promise<void>((resolve) => work.onEnd(world.clock.after(milliseconds, resolve))));
  }
}
