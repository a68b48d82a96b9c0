import type { EpochMilliseconds, MonotonicMilliseconds } from '../values/timestamp.ts';

/** The clocks of an evaluation. */
export interface ExpressionClock {
  /** The time of `Date`, emulated or not: it may jump, or be frozen. */
  readonly now: () => EpochMilliseconds;
  /** The time that limits are measured in. */
  readonly monotonic: () => MonotonicMilliseconds;
}
