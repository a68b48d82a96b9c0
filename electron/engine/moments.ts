import type { Micros } from '../../shared/model/timestamp.ts';
import type { Clock } from './ports.ts';

/** The engine's moments: each later than the one before, whatever the clock does, so that orders and filters hold. */
export interface Moments {
  readonly now: () => Micros;
  /** Makes all later moments later than this one, such as the latest in a loaded state. */
  readonly after: (at: Micros) => void;
}

/** Moments of a clock that may jump backwards or stand still. */
export function createMoments(clock: Clock): Moments {
  let last: Micros = 0;
  return {
    now: () => (last = Math.max(clock.now(), last + 1)),
    after: (at) => void (last = Math.max(last, at)),
  };
}
