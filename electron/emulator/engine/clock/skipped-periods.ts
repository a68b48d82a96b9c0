import type { Micros } from '../../../../shared/values/timestamp.ts';

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
