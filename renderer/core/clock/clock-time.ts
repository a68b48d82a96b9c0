import type { ClockRow } from '../../../shared/contract/emulator/clock.ts';
import { millisecondsOf } from '../../ui/text/time.tsx';

/** Tolerance of a clock that shows the machine's time, in seconds. */
const TOLERANCE = 1;

/** True for a clock that shows the machine's time, at normal speed and without skipping. */
export function isRealTime({ state, speed, offsetSeconds, autoSkip }: ClockRow): boolean {
  return state === 'running' && speed === 1 && !autoSkip && Math.abs(offsetSeconds) < TOLERANCE;
}

/**
 * The emulated time at a time of this machine, both in milliseconds since 1970.
 *
 * @param readAt the machine's time at which the row was received
 */
export function emulatedTime(row: ClockRow, readAt: number): (machine: number) => number {
  if (isRealTime(row)) return (machine) => machine;
  // Uses the offset, which is exact: the event with the time took a while to arrive.
  if (row.state === 'running' && row.speed === 1) return (machine) => machine + row.offsetSeconds * 1000;
  const pace = row.state === 'frozen' ? 0 : row.speed;
  const from = millisecondsOf(row.now);
  return (machine) => from + (machine - readAt) * pace;
}
