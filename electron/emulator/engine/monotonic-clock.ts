import type { Micros } from '../../../shared/values/timestamp.ts';
import type { Clock } from './ports.ts';

/** The engine's moments: each later than the one before, whatever the clock does, so that orders and filters hold. */
export interface MonotonicClock {
  readonly now: () => Micros;
  /** Makes all later moments later than this one, such as the latest in a loaded state. */
  readonly advancePast: (at: Micros) => void;
}

/** The share of the passing time by which moments that are ahead of the clock fall back to it. */
const CATCHES_UP = 1 / 20;

/**
 * Moments of a clock that may jump backwards. They go on from where they were at nearly the pace of time, not at a standstill:
 * a wait of two seconds must not last for the hour by which the clock was set back.
 */
export function createMonotonicClock(clock: Clock): MonotonicClock {
  let last: Micros = 0;
  /** How far moments are ahead of the clock, in microseconds. */
  let ahead = 0;
  let before = clock.now();
  let passedBefore = clock.monotonic();
  return {
    now: () => {
      const at = clock.now();
      const passed = clock.monotonic();
      const since = (passed - passedBefore) * 1000;
      if (at < before) ahead += before + since - at;
      else if (ahead > 0) ahead = Math.max(0, ahead - Math.max(since * CATCHES_UP, at - before - since));
      before = at;
      passedBefore = passed;
      return (last = Math.max(Math.floor(at + ahead), last + 1));
    },
    advancePast: (at) => {
      last = Math.max(last, at);
      ahead = Math.max(ahead, at - clock.now());
    },
  };
}
