import { type MachineMicros, type Micros, LATEST, MICROS_PER_SECOND } from '../../../../shared/values/timestamp.ts';

/** The stored clock; absent while it shows the machine's time. */
export interface ClockRecord {
  readonly id: 'clock';
  readonly state: 'running' | 'frozen';
  readonly speed: number;
  /** The emulated time at `machineAt`. A frozen clock stays there. */
  readonly at: Micros;
  readonly machineAt: MachineMicros;
  /** The latest frozen periods, oldest first. */
  readonly stops?: readonly FrozenPeriod[] | undefined;
  readonly autoSkip: boolean;
}

/** A time at which the clock stood still, and the last microsecond that it counted up to there. */
export interface FrozenPeriod {
  readonly at: Micros;
  readonly last: Micros;
}

/** A period that the clock skipped by itself. */
export interface SkipRecord {
  /** `skip` and the microseconds of `at`. */
  readonly id: string;
  readonly at: Micros;
  readonly until: Micros;
  /** Microseconds skipped before it, including skips that are no longer stored. */
  readonly before: number;
  /** The run that waited for the skip, and the number of its skips so far; "" and 0 for an item on the way. */
  readonly runID: string;
  readonly count: number;
}

/** The latest time that the clock can show: a day before the latest that is stored. */
export const LATEST_NOW: Micros = LATEST - 86_400 * MICROS_PER_SECOND;

/** The course of a moved clock: at `anchor` of the machine's time it showed `instant`. */
export interface ClockRate {
  /** True for a clock that was never moved and shows the machine's time. */
  readonly isRealTime: boolean;
  readonly instant: Micros;
  readonly anchor: MachineMicros;
}

export const REAL_TIME: ClockRate = { isRealTime: true, instant: 0, anchor: 0 };
