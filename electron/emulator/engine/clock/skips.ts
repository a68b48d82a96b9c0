import type { Micros } from '../../../../shared/values/timestamp.ts';
import type { SkipRecord } from './clock-records.ts';

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
