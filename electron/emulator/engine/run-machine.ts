import { TERMINAL_RUN_STATUSES, type RunStatus } from '../../../shared/model/status.ts';
import type { Micros } from '../../../shared/values/timestamp.ts';
import type { RunRecord } from './records.ts';

/** What can happen to a run. */
export type RunEvent = 'queue' | 'start' | 'succeed' | 'fail' | 'cancel';

/** What has to be done when it happens; the runner carries these out, in their order. */
export type RunEffect =
  /** Stand in the task's queue. */
  | 'admit'
  /** Start the behavior and the timeout. */
  | 'begin'
  /** Abort the behavior's work. */
  | 'stopWork'
  /** Leave the queue or free the slot, and let the next one start. */
  | 'release'
  /** Cancel the prompts that wait. */
  | 'cancelPrompts'
  /** Cancel the child runs and sessions that are unfinished. */
  | 'cancelChildren'
  /** Tell who waits for the run: its parent, its session. */
  | 'settle';

interface Step {
  readonly to: RunStatus;
  /** Done before the new status stands: a finished run is history, and so are its prompts. */
  readonly before: readonly RunEffect[];
  readonly effects: readonly RunEffect[];
}

/** The run's states and transitions (decision `run-cancelled`); a pair that is absent is an illegal transition. */
export const RUN_MACHINE: Readonly<Record<RunStatus, Readonly<Partial<Record<RunEvent, Step>>>>> = {
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

/** A legal transition: the run after it, and what has to be done before and after it stands. */
export interface Transition {
  readonly run: RunRecord;
  readonly before: readonly RunEffect[];
  readonly effects: readonly RunEffect[];
}

/** The run after the event, and what has to be done; `undefined` for an illegal transition. Pure. */
export function transition(run: RunRecord, event: RunEvent, at: Micros): Transition | undefined {
  const step = RUN_MACHINE[run.status][event];
  if (step === undefined) return undefined;
  const { to, before, effects } = step;
  // Fields by name, not computed: a run changes its status four times, and this is the cheapest copy there is.
  const after: RunRecord = {
    ...run,
    status: to,
    updatedAt: at,
    activeAt: to === 'Active' ? at : run.activeAt,
    succeededAt: to === 'Succeeded' ? at : run.succeededAt,
    failedAt: to === 'Failed' ? at : run.failedAt,
    cancelledAt: to === 'Cancelled' ? at : run.cancelledAt,
  };
  return { run: after, before, effects };
}

/** True when the run will never change again. */
export function isFinished(run: { readonly status: RunStatus }): boolean {
  return TERMINAL_RUN_STATUSES.has(run.status);
}
