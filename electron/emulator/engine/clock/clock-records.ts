import type { MachineMicros, Micros } from '../../../../shared/values/timestamp.ts';

/** The clock as it is stored; absent while it shows the machine's time. */
export interface ClockRecord {
  readonly id: 'clock';
  readonly state: 'running' | 'frozen';
  readonly speed: number;
  /** The emulated time at `machineAt`. A frozen clock stays there. */
  readonly at: Micros;
  readonly machineAt: MachineMicros;
  readonly autoSkip: boolean;
}

/** A stretch of time that the clock skipped by itself. */
export interface SkipRecord {
  /** `skip` and the microseconds of `at`. */
  readonly id: string;
  readonly at: Micros;
  readonly until: Micros;
  /** Microseconds that were skipped before it: the skips that are stored no longer are part of this sum. */
  readonly before: number;
  /** The run that wanted the skip, and the number of its skips with this one; "" and 0 for an item on the way. */
  readonly runID: string;
  readonly count: number;
}
