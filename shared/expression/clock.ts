import type { EpochMilliseconds, MonotonicMilliseconds } from '../values/timestamp.ts';

/** The clocks of an evaluation. */
export interface ExpressionClock {
  /** The time that `Date` knows, emulated or not: it may jump, and stand still. */
  readonly now: () => EpochMilliseconds;
  /** The time that limits are measured with. */
  readonly monotonic: () => MonotonicMilliseconds;
}
