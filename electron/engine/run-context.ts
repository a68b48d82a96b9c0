import { createMasker } from '../../shared/model/masking.ts';
import type { Parameter } from '../../shared/model/parameter.ts';
import type { Caller } from '../../shared/model/access.ts';
import {
  PromptCancelledError,
  type ChildRequest,
  type ChildResult,
  type RunContext,
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

const MICROS_PER_MILLISECOND = 1000;

/** The world of one run while it is Active: every call is about this run, and nothing counts once its work has ended. */
export function createRunContext(
  parts: ContextParts,
  run: RunRecord,
  work: RunWork,
  parameters: readonly Parameter[],
): RunContext {
  const { world, runner } = parts;
  const secrets = secretsInScope(world, run);
  const mask = createMasker(secrets);
  const alive =
    <Args extends unknown[], R>(call: (...args: Args) => R) =>
    (...args: Args): R => {
      work.assertGoesOn();
      return call(...args);
    };
  return {
    scope: scopeOf(world, run, parameters),
    secrets,
    get signal() {
      return work.signal;
    },
    progress: run.progress,
    save: alive((progress) => void putRun(world, { ...needRun(world, run.id), progress })),
    log: (level, text) => {
      if (!work.ended) appendLog(world, run, level, mask(text));
    },
    setOutput: alive(
      (output) => void putRun(world, { ...needRun(world, run.id), output, updatedAt: world.moments.now() }),
    ),
    startPrompt: alive((ask) => createPrompt(world, run.id, ask).id),
    promptResult: (promptID) => work.until(promptEnd(world, promptID)).then(answerOf),
    startChild: alive((request) => startChild(world, runner, run, request)),
    childResult: (runID) => work.until(runEnd(world, runID)).then((child) => childResult(world, child)),
    startSession: alive((runbook, paramValues) => parts.startSession(run, runbook, paramValues)),
    sessionResult: (sessionID) => work.until(sessionEnd(world, sessionID)).then(sessionResult),
    now: () => world.moments.now(),
    sleepUntil: (at) => sleepUntil(world, work, at),
    apiKey: () => parts.runKeys.issue(run.id, () => world.ids.secret(), callerOf(world, run)),
  };
}

/** What a run executes is made by its creator, in its environment and session. */
export function callOf(world: World, run: RunRecord): Call {
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

function answerOf(prompt: PromptRecord): { id: string; values: PromptRecord['values']; submittedBy: string } {
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
  return { runID: run.id, status, output: outputView(run), failure: failureOf(world, run) };
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
