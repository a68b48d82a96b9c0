import type { Micros } from '../../../../shared/values/timestamp.ts';
import { DueHeap, type DueEntry, type DueOrder, type Scheduled } from './due-heap.ts';

/** An item that is due at an emulated time. */
export interface Due {
  readonly at: Micros;
  readonly order: DueOrder;
  readonly entry: DueEntry;
}

const ORDERS: readonly DueOrder[] = ['skippable', 'fixed', 'steady'];

/** The scheduled items, by time, then by creation. */
export class Schedule {
  readonly #heaps: Readonly<Record<DueOrder, DueHeap>> = {
    skippable: new DueHeap(),
    fixed: new DueHeap(),
    steady: new DueHeap(),
  };
  #sequence = 0;
  #skipped = 0;

  /** Shifts all `steady` items by a skipped duration, in microseconds. */
  skip(duration: number): void {
    this.#skipped += duration;
  }

  add(at: Micros, { item, call, order }: Pick<DueEntry, 'item' | 'call'> & Pick<Due, 'order'>): Scheduled {
    let current = order;
    const scheduled: Scheduled = {
      cancel: () => this.#heaps[current].remove(placed),
      setOrder: (next) => {
        if (next === current || placed.isGone) return;
        this.#heaps[current].remove(placed);
        placed = this.#place({ ...placed, at: this.#emulated(placed.at, current) }, next);
        current = next;
      },
    };
    let placed = this.#place({ at, sequence: ++this.#sequence, item, call, scheduled }, order);
    return scheduled;
  }

  /** Returns the next due item without removing it. */
  soonest(orders: readonly DueOrder[] = ORDERS): Due | undefined {
    let soonest: Due | undefined;
    for (const order of orders) {
      const entry = this.#heaps[order].peek();
      if (entry === undefined) continue;
      const due = { at: this.#emulated(entry.at, order), order, entry };
      if (soonest === undefined || compareDues(due, soonest) < 0) soonest = due;
    }
    return soonest;
  }

  /** Removes an item that `soonest` has returned. */
  take({ entry, order }: Due): void {
    this.#heaps[order].take(entry);
  }

  /** The soonest items, in order. */
  upcoming(count: number): Due[] {
    const dues = ORDERS.flatMap((order) =>
      this.#heaps[order].soonest(count).map((entry) => ({ at: this.#emulated(entry.at, order), order, entry })),
    );
    return dues.sort(compareDues).slice(0, count);
  }

  /** All items, in no order. */
  *all(): Iterable<Due> {
    for (const order of ORDERS)
      for (const entry of this.#heaps[order].all()) yield { at: this.#emulated(entry.at, order), order, entry };
  }

  clear(): void {
    for (const order of ORDERS) this.#heaps[order].clear();
    this.#skipped = 0;
  }

  #place(entry: Omit<DueEntry, 'isGone'>, order: DueOrder): DueEntry {
    const at = order === 'steady' ? entry.at - this.#skipped : entry.at;
    const placed = { ...entry, at, isGone: false };
    this.#heaps[order].push(placed);
    return placed;
  }

  #emulated(at: Micros, order: DueOrder): Micros {
    return order === 'steady' ? at + this.#skipped : at;
  }
}

function compareDues(a: Due, b: Due): number {
  return a.at - b.at || a.entry.sequence - b.entry.sequence;
}
