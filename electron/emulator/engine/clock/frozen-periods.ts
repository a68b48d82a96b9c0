import type { Micros } from '../../../../shared/values/timestamp.ts';
import type { FrozenPeriod } from './clock-records.ts';

/** Maximum number of kept periods, which are stored with each change of the clock. */
export const MAX_FROZEN_PERIODS = 100;

/** The times at which the clock stood still and counted up. */
export class FrozenPeriods {
  #list: FrozenPeriod[] = [];

  /** Adds a period that is later than the others. */
  add(at: Micros, last: Micros): void {
    this.#list.push({ at, last });
    if (this.#list.length > MAX_FROZEN_PERIODS) this.#list.shift();
  }

  load(periods: readonly FrozenPeriod[]): void {
    this.#list = periods.slice(-MAX_FROZEN_PERIODS);
  }

  all(): readonly FrozenPeriod[] {
    return [...this.#list];
  }

  /** The time that the clock showed when it made a timestamp. */
  shownAt(timestamp: Micros): Micros {
    const period = this.#list.findLast(({ at }) => at <= timestamp);
    return period !== undefined && timestamp <= period.last ? period.at : timestamp;
  }
}
