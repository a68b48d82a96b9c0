import type { Busy } from '../../../../shared/contract/emulator/clock.ts';
import type { Micros } from '../../../../shared/values/timestamp.ts';
import type { RunRecord } from '../context/records.ts';
import type { RunKey } from './keyed-queues.ts';
import type { RunWork } from './run-work.ts';

/** Callbacks of the runner into other parts of the engine. */
export interface RunnerHooks {
  /** Does the run's work. Resolving means Succeeded, rejecting or throwing means Failed. */
  readonly work: (run: RunRecord, work: RunWork) => Promise<void>;
  /** The time at which a run is queued. */
  readonly queuedFrom: (run: RunRecord) => Micros;
  /** Maximum number of Active runs of the run's task. */
  readonly slots: (run: RunRecord) => number;
  /** The queue that the run shares by the `concurrencyKey` of its task; `undefined` for none. Throws when the key cannot be rendered. */
  readonly keyOf: (run: RunRecord) => RunKey | undefined;
  /** Kind of the run's work, for the clock. */
  readonly busyKind: (run: RunRecord) => Busy['kind'];
  /** Cancels the pending prompts of a run. */
  readonly cancelPrompts: (run: RunRecord) => void;
  /** Cancels unfinished sessions that a run has executed. */
  readonly cancelSessions: (run: RunRecord) => void;
  /** Releases what was created for a run that has ended. */
  readonly ended: (run: RunRecord) => void;
}
