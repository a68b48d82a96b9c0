import type { SkipRecord, FrozenPeriod } from './clock-records.ts';
import type { Micros } from '../../../../shared/values/timestamp.ts';

/** Stores a skip. `dropped`: ID of one that is no longer needed. */
export type StoreSkip = (skip: SkipRecord, dropped: string | undefined) => void;

/** Maximum number of kept skips. For older ones only the sum is known. */
const MAX_SKIPS = 10_000;

/** The skips of the clock. */
export class Skips {
  #list: { readonly at: Micros; readonly total: number; readonly id: string }[] = [];

  /** Adds a skip that is later than the others. Returns the ID of one that is dropped for it. */
  add({ id, at, until, before }: SkipRecord): string | undefined {
    this.#list.push({ id, at, total: Math.max(this.total, before) + until - at });
    return this.#list.length > MAX_SKIPS ? this.#list.shift()?.id : undefined;
  }

  /** Replaces the skips. @param records in order */
  load(records: Iterable<SkipRecord>): void {
    this.#list = [];
    for (const record of records) this.add(record);
  }

  /** Microseconds skipped since a time. */
  since(at: Micros): number {
    let [low, high] = [0, this.#list.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#list[middle]?.at ?? 0) < at) low = middle + 1;
      else high = middle;
    }
    return this.total - (this.#list[low - 1]?.total ?? 0);
  }

  /** Microseconds skipped in total. */
  get total(): number {
    return this.#list.at(-1)?.total ?? 0;
  }
}

/** A period that the clock jumped over, by an advance, a change or a skip. */
export interface SkippedPeriod {
  readonly from: Micros;
  readonly to: Micros;
}

/** Maximum number of kept jumps; older ones are dropped. */
const MAX_JUMPS = 10_000;
/** Maximum distance between two jumps that count as one, in microseconds. */
const SAME = 1000;

/** The latest jumps of the clock, in order. Adjacent jumps count as one. */
export class SkippedPeriods {
  #list: SkippedPeriod[] = [];

  /** Adds a jump that is later than the others. */
  add(from: Micros, to: Micros): void {
    const last = this.#list.at(-1);
    if (last !== undefined && from - last.to <= SAME) this.#list[this.#list.length - 1] = { from: last.from, to };
    else this.#list.push({ from, to });
    if (this.#list.length > 2 * MAX_JUMPS) this.#list = this.#list.slice(-MAX_JUMPS);
  }

  /** Replaces the jumps. @param jumps in order */
  load(jumps: Iterable<SkippedPeriod>): void {
    this.#list = [];
    for (const { from, to } of jumps) this.add(from, to);
  }

  /** The jumps that overlap with a period. */
  between(from: Micros, to: Micros): SkippedPeriod[] {
    return this.#list.filter((jump) => jump.to > from && jump.from < to);
  }
}

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
