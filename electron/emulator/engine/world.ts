import { ApiError } from '../../../shared/http/errors.ts';
import type { Runbook } from '../../../shared/model/runbook.ts';
import type { Task } from '../../../shared/model/task.ts';
import type { ExpressionClock } from '../../../shared/expression/evaluate.ts';
import type { Definitions } from './definitions.ts';
import type { Moments } from './moments.ts';
import type { EnginePorts } from './ports.ts';
import type { PromptRecord, RunRecord, SessionRecord } from './records.ts';
import type { Turns } from './turns.ts';
import { Waiters } from './waiters.ts';
import { shown } from '../../../shared/values/shown.ts';

/** What every part of the engine works with: the ports, the moments, the definitions in use, and who waits for what. */
export interface World extends EnginePorts {
  readonly moments: Moments;
  readonly definitions: () => Definitions;
  readonly expressionClock: ExpressionClock;
  readonly turns: Turns;
  readonly runsEnded: Waiters<RunRecord>;
  readonly sessionsEnded: Waiters<SessionRecord>;
  readonly promptsEnded: Waiters<PromptRecord>;
  /** A prompt of the run came or was answered (by whom, if anybody): its session may wait or go on. */
  readonly waitingChanged: (run: RunRecord, by: string | null) => void;
}

/** Puts a run into the state and announces it. */
export function putRun(world: World, run: RunRecord): RunRecord {
  world.state.put('run', run);
  world.emit({ type: 'run', entity: run });
  return run;
}

/** Puts a session into the state and announces it. */
export function putSession(world: World, session: SessionRecord): SessionRecord {
  world.state.put('session', session);
  world.emit({ type: 'session', entity: session });
  return session;
}

/** Puts a prompt into the state and announces it. */
export function putPrompt(world: World, prompt: PromptRecord): PromptRecord {
  world.state.put('prompt', prompt);
  world.emit({ type: 'prompt', entity: prompt });
  return prompt;
}

/** The run with this ID, or 404. */
export function needRun(world: World, id: string): RunRecord {
  return world.state.get('run', id) ?? missing('run', id);
}

/** The session with this ID, or 404. */
export function needSession(world: World, id: string): SessionRecord {
  return world.state.get('session', id) ?? missing('session', id);
}

/** The prompt with this ID, or 404. */
export function needPrompt(world: World, id: string): PromptRecord {
  return world.state.get('prompt', id) ?? missing('prompt', id);
}

/** The task as it was when a run started from it; `undefined` when the state has lost it. */
export function keptTask(world: World, id: string): Task | undefined {
  const blueprint = world.state.get('blueprint', id);
  return blueprint?.kind === 'task' ? blueprint.definition : undefined;
}

/** The task as it was when a run started from it. */
export function taskBlueprint(world: World, id: string): Task {
  const task = keptTask(world, id);
  if (task !== undefined) return task;
  throw new Error(`the task that a run came from (${id}) is not in the state`);
}

/** The runbook as it was when a session started from it. */
export function runbookBlueprint(world: World, id: string): Runbook {
  const blueprint = world.state.get('blueprint', id);
  if (blueprint?.kind === 'runbook') return blueprint.definition;
  throw new Error(`the runbook that a session came from (${id}) is not in the state`);
}

/** Throws the 404 for something that does not exist. */
export function missing(noun: string, name: string): never {
  throw new ApiError('not_found', `There is no ${noun} "${shown(name)}".`);
}

/** Empties the lists of who waits, when what they wait for is gone. */
export function createWaiters(): Pick<World, 'runsEnded' | 'sessionsEnded' | 'promptsEnded'> {
  return { runsEnded: new Waiters(), sessionsEnded: new Waiters(), promptsEnded: new Waiters() };
}
