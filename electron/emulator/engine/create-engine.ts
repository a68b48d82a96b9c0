import type { BehaviorKind, BehaviorOf } from '../../../shared/model/behavior.ts';
import type { ApiKey } from '../../../shared/model/workspace.ts';
import { epochMilliseconds } from '../../../shared/values/timestamp.ts';
import { createAccess, RunKeys } from './access.ts';
import type { Behaviors, RunContext } from './behavior-port.ts';
import { compileDefinitions, type Definitions } from './definitions.ts';
import type { Engine } from './engine.ts';
import { createIdempotency } from './idempotency.ts';
import { createMonotonicClock } from './monotonic-clock.ts';
import type { EnginePorts } from './ports.ts';
import { promptOperations, runbookOperations, runOperations, sessionOperations, taskOperations } from './operations.ts';
import { runPromptBlock } from './prompt-block.ts';
import { cancelPromptsOf } from './prompts.ts';
import type { RunRecord } from './records.ts';
import { createResources } from './resources.ts';
import { resumeAll } from './resume.ts';
import { ActiveRun } from './run-context.ts';
import { Runner } from './runner.ts';
import type { RunWork } from './run-work.ts';
import { Sessions } from './sessions.ts';
import { FailureSimulation } from './simulation.ts';
import { environmentOf } from './scope.ts';
import { TurnScheduler } from './turn-scheduler.ts';
import { createWebhooks } from './webhooks.ts';
import {
  createWaiters,
  findTaskBlueprint,
  notFound,
  requireTaskBlueprint,
  type EngineContext,
} from './engine-context.ts';

const MICROS_PER_SECOND = 1_000_000;

/** Puts the engine together from its ports. It does nothing until it is called; `resume` takes up what was unfinished. */
export function createEngine(ports: EnginePorts): Engine {
  const { context, refresh } = createContext(ports, (run, by) => sessions.refresh(run.sessionID, by));
  const runKeys = new RunKeys();
  const failures = new FailureSimulation();
  const runner: Runner = new Runner(context, {
    work: (run, work) => doWork(run, work),
    queuedFrom: (run) => queuedFrom(context, run),
    slots: (run) => slotsOf(context, run),
    cancelPrompts: (run) => cancelPromptsOf(context, run),
    cancelSessions: (run) => sessions.cancelSessionsOf(run),
    ended: (run) => {
      runKeys.revoke(run.id);
      sessions.refresh(run.sessionID, null);
    },
  });
  const sessions: Sessions = new Sessions(context, runner);
  const doWork = createWork(context, runner, { runKeys, sessions, failures });
  const lifecycle = createLifecycle({ context, refresh, runner, sessions, failures });
  return {
    definitions: context.definitions,
    access: createAccess(context, runKeys),
    tasks: taskOperations(context, runner),
    runs: runOperations(context, runner),
    prompts: promptOperations(context),
    runbooks: runbookOperations(context, sessions),
    sessions: sessionOperations(context, sessions),
    resources: createResources(context),
    webhooks: createWebhooks(context),
    idempotency: createIdempotency(context),
    ...lifecycle,
  };
}

interface Parts {
  readonly context: EngineContext;
  readonly refresh: () => void;
  readonly runner: Runner;
  readonly sessions: Sessions;
  readonly failures: FailureSimulation;
}

/** How the engine begins, forgets and ends; and how it follows the workspace. */
function createLifecycle({
  context,
  refresh,
  runner,
  sessions,
  failures,
}: Parts): Pick<Engine, 'resume' | 'reset' | 'stop'> {
  const unsubscribe = context.workspace.subscribe(() => {
    refresh();
    runner.admitAll();
    context.emit({ type: 'definitions' });
  });
  const stopWork = async (): Promise<void> => {
    sessions.stop();
    await runner.stop();
  };
  return {
    resume: () => resumeAll(context, runner, sessions),
    reset: async () => {
      await stopWork();
      for (const waiters of [context.runsEnded, context.sessionsEnded, context.promptsEnded]) waiters.clear();
      failures.reset();
      context.state.clear(['secret', 'upload']);
      sessions.restart();
      context.emit({ type: 'reset' });
    },
    stop: async () => {
      unsubscribe();
      await stopWork();
    },
  };
}

/** The context, and what readies the definitions anew after a change of the workspace. */
function createContext(
  ports: EnginePorts,
  waitingChanged: EngineContext['waitingChanged'],
): { context: EngineContext; refresh: () => void } {
  const compile = (): Definitions => compileDefinitions(withExtraKeys(ports));
  let definitions = compile();
  const moments = createMonotonicClock(ports.clock);
  const context: EngineContext = {
    ...ports,
    ...createWaiters(),
    time: moments,
    definitions: () => definitions,
    turns: new TurnScheduler(ports.clock),
    expressionClock: { now: () => epochMilliseconds(moments.now()), monotonic: () => ports.clock.monotonic() },
    waitingChanged,
  };
  return { context, refresh: () => (definitions = compile()) };
}

function withExtraKeys({ workspace, extraKeys }: EnginePorts): ReturnType<EnginePorts['workspace']['current']> {
  const current = workspace.current();
  const known = new Set(current.apiKeys.map(({ key }) => key));
  const extra = extraKeys.filter((key) => !known.has(key)).map((key): ApiKey => ({ name: 'local', key }));
  return { ...current, apiKeys: [...current.apiKeys, ...extra] };
}

/** Runs that do not wait are not looked up: that is nearly all. */
function queuedFrom(context: EngineContext, run: RunRecord): number {
  if (run.notBefore === 0 || run.blueprintID === '') return 0;
  const { startDelaySeconds } = requireTaskBlueprint(context, run.blueprintID).behavior;
  // Compared so that a definition stored by an older Hangar, which has no such field, waits for nothing.
  return startDelaySeconds > 0 ? run.createdAt + startDelaySeconds * MICROS_PER_SECOND : 0;
}

function slotsOf(context: EngineContext, run: RunRecord): number {
  if (run.taskID === '') return Infinity;
  return (
    context.definitions().tasks.byId(run.taskID)?.concurrency ??
    findTaskBlueprint(context, run.blueprintID)?.concurrency ??
    1
  );
}

/** What a run does: its behavior, or for a prompt block its prompt. */
function createWork(
  context: EngineContext,
  runner: Runner,
  { runKeys, sessions, failures }: { runKeys: RunKeys; sessions: Sessions; failures: FailureSimulation },
) {
  const startSession = (run: RunRecord, slug: string, paramValues: RunRecord['paramValues']): string => {
    const runbook = context.definitions().runbooks.find(slug) ?? notFound('runbook', slug);
    const caller = {
      userID: run.createdBy,
      ownerID: run.createdBy,
      role: 'admin',
      environmentIDs: null,
      runID: '',
    } as const;
    return sessions.execute(
      { runbook, environment: environmentOf(context, run.environmentID), paramValues, parentID: run.id },
      { caller, origin: { kind: 'child', trafficID: '', webhook: '' }, warn: () => undefined },
    );
  };
  const parts = { context, runner, runKeys, startSession };
  return async (run: RunRecord, work: RunWork): Promise<void> => {
    sessions.refresh(run.sessionID, null);
    if (run.blueprintID === '') return runPromptBlock(new ActiveRun(parts, { run, work, parameters: [] }));
    const task = requireTaskBlueprint(context, run.blueprintID);
    // A resumed run was asked when it first started.
    if (run.progress === null) failures.next(task.slug, task.behavior.failureRate);
    await runBehavior(
      context.behaviors,
      task.behavior,
      new ActiveRun(parts, { run, work, parameters: task.parameters }),
    );
  };
}

function runBehavior<Kind extends BehaviorKind>(
  behaviors: Behaviors,
  behavior: BehaviorOf<Kind> & { kind: Kind },
  context: RunContext,
): Promise<void> {
  return behaviors[behavior.kind].run(behavior, context);
}
