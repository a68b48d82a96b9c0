import type { PromptAnswer } from '../../../../shared/contract/emulator/rows.ts';
import type { DecisionName } from '../../../../shared/registry/decisions.ts';
import { ApiError } from '../../../../shared/http/errors.ts';
import type { Runbook } from '../../../../shared/model/runbook.ts';
import type { ExpressionClock } from '../../../../shared/expression/evaluate.ts';
import type { Definitions } from '../definitions/definitions.ts';
import type { Activity } from '../clock/activity.ts';
import type { EmulatedClock } from '../clock/emulated-clock.ts';
import type { Micros } from '../../../../shared/values/timestamp.ts';
import type { EnginePorts, EntityEvent, EventKind } from './ports.ts';
import type { PromptRecord, RequestRecord, RunRecord, SessionRecord, StateEntities } from './records.ts';
import type { TurnScheduler } from './turn-scheduler.ts';
import { builtInName } from '../../../../shared/values/identifier.ts';
import { noBuiltInTask } from '../../../../shared/model/built-in-tasks.ts';
import type { Task } from '../../../../shared/model/task.ts';
import { quoteForMessage } from '../../../../shared/values/messages.ts';

/** The automatic answers to pending prompts and requests, from the test lab. */
export interface PendingAnswers {
  to: (waiting: PromptRecord | RequestRecord) => PromptAnswer | null;
}

/** The slots of a task. */
export interface TaskSlots {
  /** The runs that have one, oldest first. */
  readonly runIDs: readonly string[];
  /** Their number. */
  readonly total: number;
  /** The `concurrencyKey` that has them; absent for those of the task. */
  readonly key?: string | undefined;
  /** The place of the run in the queue of its task, from 1; absent when others may start before those ahead of it. */
  readonly place?: number | undefined;
}

/** Facts about unfinished runs that only the engine's parts know, since they are not stored. */
export interface LiveRuns {
  /** The slots of a run's task. */
  readonly slotsOf: (run: RunRecord) => TaskSlots;
  /** The time at which a run is queued. */
  readonly queuedFrom: (run: RunRecord) => Micros;
  /** Tells whether an Active run waits, and until when on the clock. */
  readonly waitOf: (runID: string) => { readonly isIdle: boolean; readonly wakesAt: Micros | undefined } | undefined;
  /** The unfinished session that a run has executed. */
  readonly sessionOf: (runID: string) => SessionRecord | undefined;
}

/** Shared context of the engine's parts: ports, emulated clock, current definitions, and waiters for the ends of runs, sessions and prompts. */
export interface EngineContext extends EnginePorts {
  readonly time: EmulatedClock;
  readonly activity: Activity;
  readonly definitions: () => Definitions;
  readonly expressionClock: ExpressionClock;
  readonly turns: TurnScheduler;
  readonly answers: PendingAnswers;
  readonly live: LiveRuns;
  readonly runsEnded: Waiters<RunRecord>;
  readonly sessionsEnded: Waiters<SessionRecord>;
  readonly promptsEnded: Waiters<PromptRecord>;
  /** Notifies the session of a run that a prompt was created or completed. @param by user who completed it */
  readonly waitingChanged: (run: RunRecord, by: string | null) => void;
}

interface EmittingContext<Kind extends EventKind> extends Pick<EngineContext, 'state'> {
  readonly emit: (event: EntityEvent<Kind>) => void;
}

/** Returns the function that stores an entity of a kind and emits the change. */
function putting<Kind extends EventKind>(type: Kind) {
  return (context: EmittingContext<Kind>, entity: StateEntities[Kind]): StateEntities[Kind] => {
    context.state.put(type, entity);
    context.emit({ type, entity });
    return entity;
  };
}

/** Stores a run and emits the change. */
export const putRun = putting('run');
/** Stores a session and emits the change. */
export const putSession = putting('session');
/** Stores a prompt and emits the change. */
export const putPrompt = putting('prompt');
/** Stores a request and emits the change. */
export const putRequest = putting('request');

/** The request with this ID, or 404. */
export function requireRequest(context: EngineContext, id: string): RequestRecord {
  return context.state.get('request', id) ?? notFound('request', id);
}

/** The run with this ID, or 404. */
export function requireRun(context: EngineContext, id: string): RunRecord {
  return context.state.get('run', id) ?? notFound('run', id);
}

/** The session with this ID, or 404. */
export function requireSession(context: EngineContext, id: string): SessionRecord {
  return context.state.get('session', id) ?? notFound('session', id);
}

/** The prompt with this ID, or 404. */
export function requirePrompt(context: EngineContext, id: string): PromptRecord {
  return context.state.get('prompt', id) ?? notFound('prompt', id);
}

/** The task definition that a run started from; `undefined` when it is missing from the state. */
export function findTaskBlueprint(context: EngineContext, id: string): Task | undefined {
  const blueprint = context.state.get('blueprint', id);
  return blueprint?.kind === 'task' ? blueprint.definition : undefined;
}

/** The task definition that a run started from. */
export function requireTaskBlueprint(context: EngineContext, id: string): Task {
  const task = findTaskBlueprint(context, id);
  if (task !== undefined) return task;
  throw new Error(`the task definition of a run (${id}) is missing from the state`);
}

/** The runbook definition that a session started from. */
export function requireRunbookBlueprint(context: EngineContext, id: string): Runbook {
  const blueprint = context.state.get('blueprint', id);
  if (blueprint?.kind === 'runbook') return blueprint.definition;
  throw new Error(`the runbook definition of a session (${id}) is missing from the state`);
}

/** Throws 404. */
export function notFound(noun: string, name: string, decision: DecisionName = 'errors'): never {
  const isBuiltIn = noun === 'task' && builtInName(name) !== undefined;
  const message = isBuiltIn ? noBuiltInTask(name) : `There is no ${noun} "${quoteForMessage(name)}".`;
  throw new ApiError('not_found', message, { decision, facts: { named: { noun, name: quoteForMessage(name) } } });
}

/** Creates the waiters of a context. */
export function createWaiters(): Pick<EngineContext, 'runsEnded' | 'sessionsEnded' | 'promptsEnded'> {
  return { runsEnded: new Waiters(), sessionsEnded: new Waiters(), promptsEnded: new Waiters() };
}

/** Promises by ID, which all resolve with the same value. */
export class Waiters<T> {
  readonly #waiting = new Map<string, ((value: T) => void)[]>();

  wait(id: string): Promise<T> {
    return new Promise((resolve) => {
      const list = this.#waiting.get(id);
      if (list === undefined) this.#waiting.set(id, [resolve]);
      else list.push(resolve);
    });
  }

  resolve(id: string, value: T): void {
    const list = this.#waiting.get(id);
    if (list === undefined) return;
    this.#waiting.delete(id);
    for (const resolve of list) resolve(value);
  }

  clear(): void {
    this.#waiting.clear();
  }
}
