import type { Micros } from '../../../../shared/values/timestamp.ts';
import type { Stop } from './clock-records.ts';

/** Maximum number of kept stops, which are stored with each change of the clock. */
export const MAX_FROZEN_PERIODS = 100;

/** The times at which the clock stood still and counted up. */
export class FrozenPeriods {
  #list: Stop[] = [];

  /** Adds a stop that is later than the others. */
  add(at: Micros, last: Micros): void {
    this.#list.push({ at, last });
    if (this.#list.length > MAX_FROZEN_PERIODS) this.#list.shift();
  }

  load(stops: readonly Stop[]): void {
    this.#list = stops.slice(-MAX_FROZEN_PERIODS);
  }

  all(): readonly Stop[] {
    return [...this.#list];
  }

  /** The time that the clock showed when it made a timestamp. */
  shownAt(timestamp: Micros): Micros {
    const stop = this.#list.findLast(({ at }) => at <= timestamp);
    return stop !== undefined && timestamp <= stop.last ? stop.at : timestamp;
  }
}
