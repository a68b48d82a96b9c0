import { MAX_WAIT_ROWS, type WaitAnswers, type WaitingRun } from '../../../../shared/contract/emulator/wait.ts';
import { isPending } from '../../../../shared/model/status.ts';
import { formatTimestamp, type Micros } from '../../../../shared/values/timestamp.ts';
import { notFound, requireRun, type EngineContext } from '../context/engine-context.ts';
import type { PromptRecord, RunRecord } from '../context/records.ts';
import { promptView, shownRun } from '../context/views.ts';
import { isHeld } from '../context/held.ts';
import { isFinished } from './run-machine.ts';

/** Selects prompts by their run and its task. */
interface PromptFilter {
  readonly runID: string | undefined;
  readonly taskID: string | undefined;
}

/** Creates the operations for waits on events. */
export function createWaiting(context: EngineContext) {
  const { state } = context;
  /** The prompt as `/v0` returns it, when it is pending and selected. */
  const selectPrompt = (prompt: PromptRecord, filter: PromptFilter) =>
    isPending(prompt) && isSelected(context, prompt, filter) ? promptView(context, prompt) : undefined;
  let known: WaitAnswers['settled'] | undefined;
  return {
    /** The ID of a task by ID or slug. A deleted task counts while it has runs. Throws 404. */
    taskID: (named: string) => {
      const task = context.definitions().tasks.find(named);
      if (task !== undefined) return task.id;
      return state.runCount({ taskID: named }) > 0 ? named : notFound('task', named);
    },
    /** The run with this ID, or 404. */
    run: (id: string) => requireRun(context, id),
    /** The newest run of a task. */
    newestRun: (taskID: string) => {
      const [newest] = state.runs({ taskID });
      return newest;
    },
    /** A run as `/_emulator` shows it. */
    runView: (run: RunRecord) => shownRun(context, run),
    /** Pending prompts, oldest first. */
    pendingPrompts: function* (filter: PromptFilter) {
      for (const prompt of state.pendingPrompts()) {
        const selected = selectPrompt(prompt, filter);
        if (selected !== undefined) yield selected;
      }
    },
    selectPrompt,
    /** Prompts and requests for approval since a time, answered ones included, oldest first. */
    asked: (since: Micros) => askedSince(context, since),
    /** Unfinished idle runs, oldest first, with the reason of each wait. */
    waitingRuns: () => {
      if (known !== undefined) return known;
      // Cached, since there may be many calls in one turn of the event loop.
      context.clock.nextTurn(() => (known = undefined));
      return (known = waitingRuns(context));
    },
  };
}

/** A prompt or a request for approval, with the slug of its task; null for a prompt of a runbook. */
interface Asked {
  readonly kind: 'prompt' | 'request';
  readonly id: string;
  readonly task: string | null;
}

function askedSince({ state }: EngineContext, since: Micros): Asked[] {
  const prompts = [...state.runs({})].flatMap((run) =>
    state.promptsOf(run.id).map(({ id, createdAt }) => {
      const task = run.taskID === '' ? null : run.taskSlug;
      return { kind: 'prompt' as const, id, task, createdAt };
    }),
  );
  const requests = [...state.all('request')].map(({ id, taskSlug, createdAt }) => ({
    ...{ kind: 'request' as const, id, task: taskSlug, createdAt },
  }));
  return [...prompts, ...requests]
    .filter(({ createdAt }) => createdAt > since)
    .sort((a, b) => a.createdAt - b.createdAt)
    .map(({ kind, id, task }) => ({ kind, id, task }));
}

function isSelected({ state }: EngineContext, prompt: PromptRecord, { runID, taskID }: PromptFilter): boolean {
  if (runID !== undefined && prompt.runID !== runID) return false;
  return taskID === undefined || state.get('run', prompt.runID)?.taskID === taskID;
}

function waitingRuns(context: EngineContext): WaitAnswers['settled'] {
  const busy = new Set(context.activity.busy().flatMap(({ kind, runID }) => (kind === 'request' ? [] : runID)));
  const unfinished = context.state.unfinishedRuns().filter(({ id }) => !busy.has(id));
  const waiting = unfinished.slice(0, MAX_WAIT_ROWS).map((run) => ({ runID: run.id, ...settledOn(context, run) }));
  return unfinished.length > waiting.length ? { waiting, more: unfinished.length - waiting.length } : { waiting };
}

/** The wait of a settled run: a run that waits for its child waits for the same as that. */
function settledOn(context: EngineContext, run: RunRecord): Omit<WaitingRun, 'runID'> {
  const wait = waitOf(context, run);
  switch (wait?.on) {
    case undefined:
    case 'slot':
      return { on: 'slot' };
    case 'held':
    case 'prompt':
      return { on: wait.on };
    case 'delay':
    case 'until':
      return { on: 'clock', until: formatTimestamp(wait.until) };
    case 'child':
      // Ends, since a child is deeper than its parent.
      return settledOn(context, wait.child);
  }
}

/** The wait of an unfinished run. */
export type RunWait =
  | { readonly on: 'held' | 'prompt' }
  | { readonly on: 'delay' | 'until'; readonly until: Micros }
  /** A slot of its task, or of the processes for scripts when it is Active. */
  | { readonly on: 'slot' }
  | { readonly on: 'child'; readonly child: RunRecord };

/** Maximum number of children among which the awaited one is looked for: the newest. */
const MAX_CHILDREN = 1000;

/** Finds the wait of an unfinished run; `undefined` for a finished one and one that works. Its time does not depend on the number of runs. */
export function waitOf(context: EngineContext, run: RunRecord): RunWait | undefined {
  if (isFinished(run)) return undefined;
  if (isHeld(context.state, run)) return { on: 'held' };
  if (run.status !== 'Active') return waitOfQueued(context, run);
  if (run.waiting) return { on: 'prompt' };
  const work = context.live.waitOf(run.id);
  if (work?.wakesAt !== undefined) return { on: 'until', until: work.wakesAt };
  if (work?.isIdle !== true) return undefined;
  const child = unfinishedChild(context, run);
  return child === undefined ? { on: 'slot' } : { on: 'child', child };
}

function waitOfQueued({ live, time }: EngineContext, run: RunRecord): RunWait {
  const until = run.status === 'NotStarted' ? live.queuedFrom(run) : run.notBefore;
  return until > 0 && until > time.now() ? { on: 'delay', until } : { on: 'slot' };
}

/** The unfinished run that a run waits for: its child, or a run of a session that it executed. */
function unfinishedChild({ state, live }: EngineContext, { id, childRunIDs }: RunRecord): RunRecord | undefined {
  const session = live.sessionOf(id);
  const inSession = session?.blocks.map(({ runID }) => runID).filter((runID) => runID !== '') ?? [];
  for (const childID of [...childRunIDs.slice(-MAX_CHILDREN), ...inSession].reverse()) {
    const child = state.get('run', childID);
    if (child !== undefined && !isFinished(child)) return child;
  }
  return undefined;
}
