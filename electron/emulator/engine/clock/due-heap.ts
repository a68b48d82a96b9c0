import type { MachineClock } from './machine-clock.ts';
import { type Micros, MICROS_PER_MILLISECOND } from '../../../../shared/values/timestamp.ts';

/** Kinds of due items: the end of a wait, the queueing or start of a run, its timeout, the answer to its prompt, the execution of a task. */
type DueKind = 'wait' | 'queue' | 'timeout' | 'answer' | 'schedule';

/** A scheduled effect of the clock, as listed by `GET /_emulator/clock`. */
export interface DueItem {
  readonly kind: DueKind;
  /** "" for a schedule. */
  readonly runID: string;
  /** The task of a schedule. */
  readonly taskSlug?: string;
}

/**
 * The time by which an item is due:
 * - `skippable`: emulated time, and with `autoSkip` the clock skips to it;
 * - `fixed`: emulated time, but the clock does not skip for it;
 * - `steady`: emulated time without the time that was skipped.
 */
export type DueOrder = 'skippable' | 'fixed' | 'steady';

/** Orders by kind. A timeout becomes `skippable` while its run waits on the clock. */
export const ORDER_OF: Readonly<Record<DueKind, DueOrder>> = {
  wait: 'skippable',
  queue: 'skippable',
  timeout: 'steady',
  answer: 'steady',
  schedule: 'fixed',
};

/** A scheduled item. */
export interface Scheduled {
  readonly cancel: () => void;
  /** Changes the order; without effect once the item is due. */
  readonly setOrder: (order: DueOrder) => void;
}

/** Stands for an item that was due at once. */
export const NOT_SCHEDULED: Scheduled = { cancel: () => undefined, setOrder: () => undefined };

/** An item in a heap. */
export interface DueEntry {
  readonly at: Micros;
  /** Orders items of the same time by creation. */
  readonly sequence: number;
  readonly item: DueItem;
  readonly call: () => void;
  readonly scheduled: Scheduled;
  /** True once it was taken or removed. */
  isGone: boolean;
}

/** Minimum number of removed entries before a heap drops them. */
const MIN_GONE = 64;

/** A binary min-heap by time, then sequence. Removed entries stay until they surface or make up half of it. */
export class DueHeap {
  #entries: DueEntry[] = [];
  #gone = 0;

  push(entry: DueEntry): void {
    this.#entries.push(entry);
    this.#rise(this.#entries.length - 1);
  }

  /** The soonest entry, which stays. */
  peek(): DueEntry | undefined {
    for (;;) {
      const [top] = this.#entries;
      if (top?.isGone !== true) return top;
      this.#gone -= 1;
      this.#dropTop();
    }
  }

  /** Removes the soonest entry, which `peek` has returned. */
  take(entry: DueEntry): void {
    entry.isGone = true;
    this.#dropTop();
  }

  /** All entries, in no order. */
  *all(): Iterable<DueEntry> {
    for (const entry of this.#entries) if (!entry.isGone) yield entry;
  }

  remove(entry: DueEntry): void {
    if (entry.isGone) return;
    entry.isGone = true;
    this.#gone += 1;
    if (this.#gone > MIN_GONE && this.#gone * 2 > this.#entries.length) this.#dropGone();
  }

  clear(): void {
    for (const entry of this.#entries) entry.isGone = true;
    this.#entries = [];
    this.#gone = 0;
  }

  /** The soonest entries, in order. Visits few others. */
  soonest(count: number): DueEntry[] {
    if (this.#gone > 0) this.#dropGone();
    const found: DueEntry[] = [];
    const candidates = [0];
    while (found.length < count) {
      candidates.sort((a, b) => this.#compare(b, a));
      const index = candidates.pop();
      const entry = index === undefined ? undefined : this.#entries[index];
      if (index === undefined || entry === undefined) break;
      found.push(entry);
      candidates.push(...[2 * index + 1, 2 * index + 2].filter((child) => child < this.#entries.length));
    }
    return found;
  }

  #dropGone(): void {
    this.#entries = this.#entries.filter(({ isGone }) => !isGone);
    this.#gone = 0;
    for (let index = (this.#entries.length >> 1) - 1; index >= 0; index--) this.#sink(index);
  }

  #dropTop(): void {
    const last = this.#entries.pop();
    if (last === undefined || this.#entries.length === 0) return;
    this.#entries[0] = last;
    this.#sink(0);
  }

  #rise(from: number): void {
    for (let index = from; index > 0;) {
      const parent = (index - 1) >> 1;
      if (this.#compare(parent, index) <= 0) return;
      this.#swap(parent, index);
      index = parent;
    }
  }

  #sink(from: number): void {
    for (let index = from; ;) {
      const left = 2 * index + 1;
      if (left >= this.#entries.length) return;
      const isRightSooner = left + 1 < this.#entries.length && this.#compare(left + 1, left) < 0;
      const child = isRightSooner ? left + 1 : left;
      if (this.#compare(index, child) <= 0) return;
      this.#swap(index, child);
      index = child;
    }
  }

  #compare(a: number, b: number): number {
    return compareDue(this.#entries[a], this.#entries[b]);
  }

  #swap(a: number, b: number): void {
    const [first, second] = [this.#entries[a], this.#entries[b]];
    if (first === undefined || second === undefined) return;
    this.#entries[a] = second;
    this.#entries[b] = first;
  }
}

/** Compares by time, then sequence; a missing entry comes last. */
function compareDue(a: DueEntry | undefined, b: DueEntry | undefined): number {
  if (a === undefined || b === undefined) return a === b ? 0 : a === undefined ? 1 : -1;
  return a.at - b.at || a.sequence - b.sequence;
}

/** The timer of an emulated clock for its soonest item, on the machine's clock. A timer that fires too early is harmless. */
export class DueTimer {
  readonly #machine: MachineClock;
  readonly #call: () => void;
  #set: { readonly at: Micros; readonly cancel: () => void } | undefined;

  constructor(machine: MachineClock, call: () => void) {
    this.#machine = machine;
    this.#call = call;
  }

  /** Sets the timer, unless it is set for this instant. @param wait microseconds of the machine until then */
  set(at: Micros, wait: () => number): void {
    if (this.#set?.at === at) return;
    this.cancel();
    const milliseconds = Math.max(Math.ceil(wait() / MICROS_PER_MILLISECOND), 0);
    const fire = (): void => {
      this.#set = undefined;
      this.#call();
    };
    this.#set = { at, cancel: this.#machine.after(milliseconds, fire) };
  }

  cancel(): void {
    this.#set?.cancel();
    this.#set = undefined;
  }
}
