import type { Micros } from '../../../shared/values/timestamp.ts';
import type { Clock } from './ports.ts';

/** The engine's time: strictly increasing whatever the system clock does, so that orders and time filters hold. */
export interface MonotonicClock {
  readonly now: () => Micros;
  /** Makes all later times later than this one, such as the latest time in a loaded state. */
  readonly advancePast: (at: Micros) => void;
  /** Calls once when this time has come, at once if it has passed; returns a function that cancels the call. */
  readonly callAt: (at: Micros, call: () => void) => () => void;
}

const MICROS_PER_MILLISECOND = 1000;

/** Part of the elapsed time by which an engine time that is ahead of the clock falls back to it. */
const CATCH_UP_RATE = 1 / 20;

/**
 * Creates a monotonic clock from one that may jump backwards. After a jump it continues at nearly the pace of time:
 * a wait of two seconds must not last for the hour by which the clock was set back.
 */
export function createMonotonicClock(clock: Clock): MonotonicClock {
  let last: Micros = 0;
  /** Microseconds by which the engine's time is ahead of the clock. */
  let ahead = 0;
  let before = clock.now();
  let monotonicBefore = clock.monotonic();
  const now = (): Micros => {
    const at = clock.now();
    const monotonic = clock.monotonic();
    const elapsed = (monotonic - monotonicBefore) * MICROS_PER_MILLISECOND;
    if (at < before) ahead += before + elapsed - at;
    else if (ahead > 0) ahead = Math.max(0, ahead - Math.max(elapsed * CATCH_UP_RATE, at - before - elapsed));
    before = at;
    monotonicBefore = monotonic;
    return (last = Math.max(Math.floor(at + ahead), last + 1));
  };
  return {
    now,
    advancePast: (at) => {
      last = Math.max(last, at);
      ahead = Math.max(ahead, at - clock.now());
    },
    callAt: (at, call) => {
      let cancel = (): void => undefined;
      // A timer may fire a little early by the engine's time; then it is set again.
      const check = (): void => {
        const left = at - now();
        if (left <= 0) call();
        else cancel = clock.after(Math.ceil(left / MICROS_PER_MILLISECOND), check);
      };
      check();
      return () => cancel();
    },
  };
}
