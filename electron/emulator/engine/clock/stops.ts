import type { Micros } from '../../../../shared/values/timestamp.ts';

/** Maximum number of kept stops. */
const MAX_STOPS = 1000;

/** The times at which the clock stood still and counted up, with the last microsecond that it counted to. */
export class Stops {
  #list: { readonly at: Micros; readonly last: Micros }[] = [];

  /** Adds a stop that is later than the others. */
  add(at: Micros, last: Micros): void {
    this.#list.push({ at, last });
    if (this.#list.length > MAX_STOPS) this.#list.shift();
  }

  clear(): void {
    this.#list = [];
  }

  /** The time that the clock showed when it made a timestamp. */
  shownAt(timestamp: Micros): Micros {
    const stop = this.#list.findLast(({ at }) => at <= timestamp);
    return stop !== undefined && timestamp <= stop.last ? stop.at : timestamp;
  }
}
