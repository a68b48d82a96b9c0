import { ApiError } from '../../../shared/http/errors.ts';
import type { Runbook } from '../../../shared/model/runbook.ts';
import type { Task } from '../../../shared/model/task.ts';
import type { ExpressionClock } from '../../../shared/expression/evaluate.ts';
import type { Definitions } from './definitions.ts';
import type { MonotonicClock } from './monotonic-clock.ts';
import type { EnginePorts } from './ports.ts';
import type { PromptRecord, RunRecord, SessionRecord } from './records.ts';
import type { TurnScheduler } from './turn-scheduler.ts';
import { Waiters } from './waiters.ts';
import { shown } from '../../../shared/values/shown.ts';

/** What every part of the engine works with: the ports, the moments, the definitions in use, and who waits for what. */
export interface EngineContext extends EnginePorts {
  readonly time: MonotonicClock;
  readonly definitions: () => Definitions;
  readonly expressionClock: ExpressionClock;
  readonly turns: TurnScheduler;
  readonly runsEnded: Waiters<RunRecord>;
  readonly sessionsEnded: Waiters<SessionRecord>;
  readonly promptsEnded: Waiters<PromptRecord>;
  /** A prompt of the run came or was answered (by whom, if anybody): its session may wait or go on. */
  readonly waitingChanged: (run: RunRecord, by: string | null) => void;
}

/** Puts a run into the state and announces it. */
export function putRun(context: EngineContext, run: RunRecord): RunRecord {
  context.state.put('run', run);
  context.emit({ type: 'run', entity: run });
  return run;
}

/** Puts a session into the state and announces it. */
export function putSession(context: EngineContext, session: SessionRecord): SessionRecord {
  context.state.put('session', session);
  context.emit({ type: 'session', entity: session });
  return session;
}

/** Puts a prompt into the state and announces it. */
export function putPrompt(context: EngineContext, prompt: PromptRecord): PromptRecord {
  context.state.put('prompt', prompt);
  context.emit({ type: 'prompt', entity: prompt });
  return prompt;
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

/** The task as it was when a run started from it; `undefined` when the state has lost it. */
export function findTaskBlueprint(context: EngineContext, id: string): Task | undefined {
  const blueprint = context.state.get('blueprint', id);
  return blueprint?.kind === 'task' ? blueprint.definition : undefined;
}

/** The task as it was when a run started from it. */
export function requireTaskBlueprint(context: EngineContext, id: string): Task {
  const task = findTaskBlueprint(context, id);
  if (task !== undefined) return task;
  throw new Error(`the task that a run came from (${id}) is not in the state`);
}

/** The runbook as it was when a session started from it. */
export function requireRunbookBlueprint(context: EngineContext, id: string): Runbook {
  const blueprint = context.state.get('blueprint', id);
  if (blueprint?.kind === 'runbook') return blueprint.definition;
  throw new Error(`the runbook that a session came from (${id}) is not in the state`);
}

/** Throws the 404 for something that does not exist. */
export function notFound(noun: string, name: string): never {
  throw new ApiError('not_found', `There is no ${noun} "${shown(name)}".`);
}

/** Empties the lists of who waits, when what they wait for is gone. */
export function createWaiters(): Pick<EngineContext, 'runsEnded' | 'sessionsEnded' | 'promptsEnded'> {
  return { runsEnded: new Waiters(), sessionsEnded: new Waiters(), promptsEnded: new Waiters() };
}
