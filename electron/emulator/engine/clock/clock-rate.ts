import { LATEST, MICROS_PER_SECOND, type MachineMicros, type Micros } from '../../../../shared/values/timestamp.ts';

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
