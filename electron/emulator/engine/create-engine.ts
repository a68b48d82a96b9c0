import type { Caller } from '../../../shared/model/access.ts';
import type { Display } from '../../../shared/model/display.ts';
import type { ApiKey } from '../../../shared/model/workspace.ts';
import { epochMilliseconds, MICROS_PER_SECOND } from '../../../shared/values/timestamp.ts';
import { createAccess } from './access/access.ts';
import { RunKeys, idTokenClaims, type IdTokenClaims } from './access/run-credentials.ts';
import type { BehaviorKind, BehaviorOf } from '../../../shared/model/behavior.ts';
import type { Behaviors, RunContext } from './context/behavior-port.ts';
import { Budget } from '../../../shared/expression/budget.ts';
import type { RunKey } from './runs/queues.ts';
import { renderText } from './runs/rendering.ts';
import { scopeOf } from './runs/run-scope.ts';
import { Schedules } from './runs/schedules.ts';
import { Activity } from './clock/activity.ts';
import { EmulatedClock } from './clock/emulated-clock.ts';
import { createClock } from './clock-operations.ts';
import { compileDefinitions, type Definitions } from './definitions/definitions.ts';
import { createDisplay } from './runs/displays.ts';
import { createIdempotency } from './idempotency.ts';
import type { EnginePorts } from './context/ports.ts';
import {
  promptOperations,
  requestOperations,
  runbookOperations,
  runOperations,
  sessionOperations,
  taskOperations,
} from './operations.ts';
import { runPromptBlock } from './sessions/blocks.ts';
import { cancelPromptsOf } from './prompts/prompts.ts';
import type { RunRecord } from './context/records.ts';
import { createResources } from './resources/resources.ts';
import { createRelease } from './release.ts';
import { resumeAll, type ResumeCause } from './resume.ts';
import { ActiveRun, type ActiveRunDependencies } from './work/run-context.ts';
import { Runner } from './runs/runner.ts';
import { Sleeps } from './runs/sleeps.ts';
import type { RunWork } from './runs/run-work.ts';
import { Sessions } from './sessions/sessions.ts';
import { FailureSimulation } from './runs/simulation.ts';
import { TurnScheduler } from './context/turn-scheduler.ts';
import { createWaiting } from './runs/waiting.ts';
import { createWebhooks } from './resources/webhooks.ts';
import {
  createWaiters,
  findTaskBlueprint,
  requireTaskBlueprint,
  type EngineContext,
  type LiveRuns,
} from './context/engine-context.ts';

/** Creates an engine on its ports. Call `resume` to continue unfinished runs of the last start. */
export function createEngine(ports: EnginePorts) {
  const { context, refresh } = createContext(ports, {
    waitingChanged: (run, by) => sessions.refresh(run.sessionID, by),
    live: liveRuns(() => ({ context, runner, sessions })),
  });
  const { clock, life } = createClock(context);
  const runKeys = new RunKeys();
  const failures = new FailureSimulation();
  const runner: Runner = new Runner(context, {
    work: (run, work) => doWork(run, work),
    queuedFrom: (run) => queuedFrom(context, run),
    busyKind: (run) => (behaviorKind(context, run) === 'command' ? 'command' : 'script'),
    slots: (run) => slotsOf(context, run),
    keyOf: (run) => concurrencyKey(context, run),
    cancelPrompts: (run) => cancelPromptsOf(context, run),
    cancelSessions: (run) => sessions.cancelSessionsOf(run),
    ended: (run) => {
      runKeys.revoke(run.id);
      life.runEnded(run.id);
      sessions.refresh(run.sessionID, null);
    },
  });
  const sessions: Sessions = new Sessions(context, runner);
  const doWork = createWork({ context, runner, runKeys, sessions }, failures);
  const access = createAccess(context, runKeys);
  const schedules = new Schedules({ context, runner, caller: access.scheduleUser() }, ports);
  const lifecycle = createLifecycle({ context, life, refresh, runner, sessions, failures, schedules });
  const { definitions, expressionClock, turns, time } = context;
  return {
    ...{ definitions, expressionClock, turns, time, access, clock: clockWithSchedules(clock, schedules) },
    ...executing(context, runner, sessions),
    release: createRelease(context, { runner, sessions }),
    resources: createResources(context),
    webhooks: createWebhooks(context),
    idempotency: createIdempotency(context),
    waiting: createWaiting(context),
    ...lifecycle,
  };
}

/** A clock that plans the schedules again at its start, which may be at any time. */
function clockWithSchedules(clock: ReturnType<typeof createClock>['clock'], schedules: Schedules) {
  const start: typeof clock.start = async (settings) => {
    await clock.start(settings);
    schedules.clear();
    schedules.refresh();
  };
  return { ...clock, start };
}

/** Facts about unfinished runs. @param parts the parts of the engine, which exist once they are asked */
function liveRuns(parts: () => Pick<Parts, 'context' | 'runner' | 'sessions'>): LiveRuns {
  return {
    slotsOf: (run) => parts().runner.slotsOf(run),
    queuedFrom: (run) => queuedFrom(parts().context, run),
    waitOf: (runID) => parts().runner.workOf(runID),
    sessionOf: (runID) => {
      const { context, sessions } = parts();
      for (const id of sessions.live) {
        const session = context.state.get('session', id);
        if (session?.parentID === runID) return session;
      }
      return undefined;
    },
  };
}

/** The operations of tasks and runbooks, and of what their runs create. */
function executing(context: EngineContext, runner: Runner, sessions: Sessions) {
  return {
    runbooks: runbookOperations(context, sessions),
    sessions: sessionOperations(context, sessions),
    tasks: taskOperations(context, runner),
    runs: runOperations(context, runner),
    prompts: promptOperations(context, runner),
    requests: requestOperations(context, runner),
    sleeps: new Sleeps(context, runner),
    /** Displays of runs (docs/task-runtime.md, "Show more than an output"): adds one to the caller's run; returns its ID. */
    displays: { create: (display: Display, caller: Caller) => createDisplay(context, display, caller) },
    /** ID tokens of runs (docs/task-runtime.md, "ID tokens"). */
    idTokens: {
      /** Claims of a token of the caller's run, from an issuer for an audience. */
      claims: (caller: Caller, parties: Pick<IdTokenClaims, 'iss' | 'aud'>) => idTokenClaims(context, caller, parties),
    },
  };
}

interface Parts {
  readonly context: EngineContext;
  readonly life: ReturnType<typeof createClock>['life'];
  readonly refresh: () => void;
  readonly runner: Runner;
  readonly sessions: Sessions;
  readonly failures: FailureSimulation;
  readonly schedules: Schedules;
}

/** Starts, resets and stops the engine, and follows changes of the workspace. */
function createLifecycle({ context, life, refresh, runner, sessions, failures, schedules }: Parts) {
  const unsubscribe = context.workspace.subscribe(() => {
    refresh();
    schedules.refresh();
    runner.admitAll();
    context.emit({ type: 'definitions' });
  });
  const stopWork = async (): Promise<void> => {
    sessions.stop();
    await runner.stop();
  };
  return {
    /** Resumes unfinished runs and sessions of the state, at a start by default; returns messages to show at start-up. */
    resume: (cause: ResumeCause = 'restart') => {
      life.restore();
      const messages = resumeAll(context, { runner, sessions }, cause);
      schedules.clear();
      schedules.refresh();
      return messages;
    },
    /** Stops every run and clears the state except secrets and uploads. */
    reset: async () => {
      await stopWork();
      for (const waiters of [context.runsEnded, context.sessionsEnded, context.promptsEnded]) waiters.clear();
      failures.reset();
      context.state.clear(['secret', 'upload']);
      schedules.clear();
      life.reset();
      schedules.refresh();
      sessions.restart();
      context.emit({ type: 'reset' });
    },
    /** Stops the work of all runs without changing their state, so that the next start resumes them. */
    stop: async () => {
      unsubscribe();
      schedules.clear();
      life.stop();
      await stopWork();
    },
  };
}

/** Creates the context, and a function that recompiles the definitions after a change of the workspace. */
function createContext(
  ports: EnginePorts,
  callbacks: Pick<EngineContext, 'waitingChanged' | 'live'>,
): { context: EngineContext; refresh: () => void } {
  const compile = (): Definitions => compileDefinitions(withExtraKeys(ports));
  let definitions = compile();
  const time = new EmulatedClock(ports.clock, (skip, dropped) => {
    ports.state.put('skip', skip);
    if (dropped !== undefined) ports.state.remove('skip', dropped);
  });
  const context: EngineContext = {
    ...ports,
    ...createWaiters(),
    time,
    activity: new Activity(),
    definitions: () => definitions,
    turns: new TurnScheduler(ports.clock),
    answers: { to: () => null },
    expressionClock: { now: () => epochMilliseconds(time.now()), monotonic: () => ports.clock.monotonic() },
    ...callbacks,
  };
  return { context, refresh: () => (definitions = compile()) };
}

function withExtraKeys({ workspace, extraKeys }: EnginePorts): ReturnType<EnginePorts['workspace']['current']> {
  const current = workspace.current();
  const known = new Set(current.apiKeys.map(({ key }) => key));
  const extra = extraKeys.filter((key) => !known.has(key)).map((key): ApiKey => ({ name: 'local', key }));
  return { ...current, apiKeys: [...current.apiKeys, ...extra] };
}

/** The time at which a run is queued; 0 for at once. Most runs have no delay and need no look-up. */
function queuedFrom(context: EngineContext, run: RunRecord): number {
  if (run.notBefore === 0 || run.blueprintID === '') return 0;
  const { startDelaySeconds } = requireTaskBlueprint(context, run.blueprintID).behavior;
  return startDelaySeconds > 0 ? context.time.after(run.createdAt, startDelaySeconds * MICROS_PER_SECOND) : 0;
}

function behaviorKind(context: EngineContext, { blueprintID }: RunRecord): BehaviorKind | undefined {
  return findTaskBlueprint(context, blueprintID)?.behavior.kind;
}

function slotsOf(context: EngineContext, run: RunRecord): number {
  if (run.taskID === '') return Infinity;
  return (
    context.definitions().tasks.byId(run.taskID)?.concurrency ??
    findTaskBlueprint(context, run.blueprintID)?.concurrency ??
    1
  );
}

/** The queue that a run shares with others of the same `concurrencyKey` in its environment. Throws when the key cannot be rendered. */
function concurrencyKey(context: EngineContext, run: RunRecord): RunKey | undefined {
  const task = run.blueprintID === '' ? undefined : findTaskBlueprint(context, run.blueprintID);
  if (task?.concurrencyKey === undefined) return undefined;
  const scope = scopeOf(context, run, task.parameters);
  const budget = Budget.forStep(context.expressionClock);
  budget.nextStep();
  const text = renderText(task.concurrencyKey, { scope: { ...scope, configs: scope.config }, budget });
  return { text: `${run.environmentID} ${text}`, limit: task.concurrencyLimit ?? 1 };
}

/** Creates the work of runs: a behavior, or the prompt of a prompt block. */
function createWork(parts: ActiveRunDependencies & { sessions: Sessions }, failures: FailureSimulation) {
  const { context, sessions } = parts;
  return (run: RunRecord, work: RunWork): Promise<void> => {
    sessions.refresh(run.sessionID, null);
    if (run.blueprintID === '') return runPromptBlock(new ActiveRun(parts, { run, work, parameters: [] }));
    const task = requireTaskBlueprint(context, run.blueprintID);
    // A resumed run was counted when it first started.
    if (run.progress === null) failures.next(task.slug, task.behavior.failureRate);
    const active = new ActiveRun(parts, { run, work, parameters: task.parameters });
    return runBehavior(context.behaviors, task.behavior, active);
  };
}

function runBehavior<Kind extends BehaviorKind>(
  behaviors: Behaviors,
  behavior: BehaviorOf<Kind> & { kind: Kind },
  context: RunContext,
): Promise<void> {
  return behaviors[behavior.kind].run(behavior, context);
}

/** The engine implements the service. It reaches the outside only through its ports. */
export type Engine = ReturnType<typeof createEngine>;
