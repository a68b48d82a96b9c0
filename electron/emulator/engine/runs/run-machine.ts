import { TERMINAL_RUN_STATUSES, type RunStatus } from '../../../../shared/model/status.ts';
import type { Micros } from '../../../../shared/values/timestamp.ts';
import type { RunRecord } from '../context/records.ts';
import { changedRun } from './run-record.ts';

/** Events that change the status of a run. */
export type RunEvent = 'queue' | 'start' | 'succeed' | 'fail' | 'cancel';

/** Side effects of a transition, which the runner executes in order. */
export type RunEffect =
  /** Add the run to the task's queue. */
  | 'admit'
  /** Start the behavior and the timeout. */
  | 'begin'
  /** Abort the behavior. */
  | 'stopWork'
  /** Leave the queue or free the slot, and start the next run. */
  | 'release'
  /** Cancel the pending prompts. */
  | 'cancelPrompts'
  /** Cancel unfinished child runs and sessions. */
  | 'cancelChildren'
  /** Notify the parent run and the session. */
  | 'settle';

interface TransitionRule {
  readonly to: RunStatus;
  /** Effects before the new status is stored: a finished run and its prompts can no longer change. */
  readonly before: readonly RunEffect[];
  readonly effects: readonly RunEffect[];
}

/** The states and transitions of a run (decision `run-cancelled`). Missing pairs are illegal. */
export const RUN_MACHINE: Readonly<Record<RunStatus, Readonly<Partial<Record<RunEvent, TransitionRule>>>>> = {
  NotStarted: {
    queue: { to: 'Queued', before: [], effects: ['admit'] },
    cancel: { to: 'Cancelled', before: [], effects: ['settle'] },
  },
  Queued: {
    start: { to: 'Active', before: [], effects: ['begin'] },
    fail: { to: 'Failed', before: [], effects: ['release', 'settle'] },
    cancel: { to: 'Cancelled', before: [], effects: ['release', 'settle'] },
  },
  Active: {
    succeed: { to: 'Succeeded', before: ['stopWork', 'cancelPrompts'], effects: ['release', 'settle'] },
    fail: { to: 'Failed', before: ['stopWork', 'cancelPrompts'], effects: ['release', 'settle'] },
    cancel: {
      to: 'Cancelled',
      before: ['stopWork', 'cancelPrompts'],
      effects: ['release', 'cancelChildren', 'settle'],
    },
  },
  Succeeded: {},
  Failed: {},
  Cancelled: {},
};

/** A legal transition, with the run after it. */
interface Transition extends TransitionRule {
  readonly run: RunRecord;
}

/** Computes a transition; `undefined` for an illegal one. An ended run keeps its begun steps and loses what only an Active one has. Pure. */
export function transition(
  run: RunRecord,
  event: RunEvent,
  at: Micros,
  stepStarts = run.stepStarts,
): Transition | undefined {
  const rule = RUN_MACHINE[run.status][event];
  if (rule === undefined) return undefined;
  const { to, before, effects } = rule;
  const isEnd = TERMINAL_RUN_STATUSES.has(to);
  const after = changedRun(run, {
    status: to,
    updatedAt: at,
    activeAt: to === 'Active' ? at : run.activeAt,
    succeededAt: to === 'Succeeded' ? at : run.succeededAt,
    failedAt: to === 'Failed' ? at : run.failedAt,
    cancelledAt: to === 'Cancelled' ? at : run.cancelledAt,
    progress: isEnd ? null : run.progress,
    waiting: isEnd ? false : run.waiting,
    held: isEnd ? false : run.held,
    stepStarts: isEnd ? [...stepStarts] : run.stepStarts,
  });
  // A spread would give each object a hidden class of its own.
  return { to, before, effects, run: after };
}

/** True when a run has a terminal status and no longer changes. */
export function isFinished(run: { readonly status: RunStatus }): boolean {
  return TERMINAL_RUN_STATUSES.has(run.status);
}

/** The end of a run, or null. */
export function endOf(run: RunRecord): Micros | null {
  return run.succeededAt ?? run.failedAt ?? run.cancelledAt;
}
