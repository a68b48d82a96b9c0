import {
  type MachineMicros,
  type MonotonicMilliseconds,
  MICROS_PER_MILLISECOND,
} from '../../../../shared/values/timestamp.ts';

/**
 * The machine's clock: the only source of time and timers, so that tests can control them. For sockets, durations and clean-up;
 * times in the service follow the `EmulatedClock`.
 */
export interface MachineClock {
  /** May jump; see `MachineTime`. */
  now(): MachineMicros;
  /** Milliseconds since an arbitrary start, never backwards. For limits, not for dates. */
  monotonic(): MonotonicMilliseconds;
  /** Calls once after a number of milliseconds of any size; returns a function that cancels the call. */
  after(milliseconds: number, call: () => void): () => void;
  /** Calls once in a later turn of the event loop. */
  nextTurn(call: () => void): void;
}

/** The machine's time, strictly increasing even when the system clock is set back, so that orders and time filters hold. */
export interface MachineTime {
  readonly now: () => MachineMicros;
  /** Makes all later times later than this one, such as the latest time in a loaded state. */
  readonly advancePast: (at: MachineMicros) => void;
}

/** Rate at which a time ahead of the clock falls back to it, as a share of the elapsed time. */
const CATCH_UP_RATE = 1 / 20;

/**
 * Creates a strictly increasing time from a clock that may jump backwards. After a jump it continues at nearly normal speed: a
 * wait of two seconds must not last an hour because the clock was set back by one.
 */
export function createMachineTime(clock: MachineClock): MachineTime {
  let last: MachineMicros = 0;
  /** Microseconds by which this time is ahead of the clock. */
  let ahead = 0;
  let before = clock.now();
  let monotonicBefore = clock.monotonic();
  return {
    now: () => {
      const at = clock.now();
      const monotonic = clock.monotonic();
      const elapsed = (monotonic - monotonicBefore) * MICROS_PER_MILLISECOND;
      if (at < before) ahead += before + elapsed - at;
      else if (ahead > 0) ahead = Math.max(0, ahead - Math.max(elapsed * CATCH_UP_RATE, at - before - elapsed));
      before = at;
      monotonicBefore = monotonic;
      return (last = Math.max(Math.floor(at + ahead), last + 1));
    },
    advancePast: (at) => {
      last = Math.max(last, at);
      ahead = Math.max(ahead, at - clock.now());
    },
  };
}
