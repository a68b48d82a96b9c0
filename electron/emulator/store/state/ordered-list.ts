/** An item of an `OrderedList`. */
export interface Ordered {
  readonly id: string;
  readonly createdAt: number;
  /** Set before `OrderedList.noteRemoved` is called. */
  readonly isRemoved: boolean;
}

/** Items by creation, then by ID. Adding at the end and removing at the beginning take constant time. */
export class OrderedList<Item extends Ordered> {
  #items: Item[] = [];
  /** All items before this index are removed. */
  #head = 0;
  #removed = 0;

  get size(): number {
    return this.#items.length - this.#removed;
  }

  add(item: Item): void {
    let at = this.#items.length;
    while (at > 0 && isBefore(item, this.#items[at - 1])) at--;
    if (at === this.#items.length) this.#items.push(item);
    else this.#items.splice(at, 0, item);
    if (at < this.#head) this.#head = at;
  }

  /** Adds several items, in any order. */
  addAll(items: readonly Item[]): void {
    const isSorted = items.every((item, i) => !isBefore(item, items[i - 1] ?? this.#items.at(-1)));
    for (const item of items) this.#items.push(item);
    if (isSorted) return;
    this.#items = this.#items.filter(({ isRemoved }) => !isRemoved).sort((a, b) => (isBefore(a, b) ? -1 : 1));
    [this.#head, this.#removed] = [0, 0];
  }

  /** Call once for each removed item. */
  noteRemoved(): void {
    this.#removed++;
    while (this.#items[this.#head]?.isRemoved === true) this.#head++;
    if (this.#removed < 64 || this.#removed * 2 < this.#items.length) return;
    // A new array, so that running iterations are not disturbed.
    this.#items = this.#items.filter(({ isRemoved }) => !isRemoved);
    [this.#head, this.#removed] = [0, 0];
  }

  *newestFirst(): Generator<Item, void, undefined> {
    const items = this.#items;
    for (let i = items.length - 1; i >= 0; i--) {
      const item = items[i];
      if (item?.isRemoved === false) yield item;
    }
  }

  *oldestFirst(): Generator<Item, void, undefined> {
    const items = this.#items;
    for (let i = this.#head; i < items.length; i++) {
      const item = items[i];
      if (item?.isRemoved === false) yield item;
    }
  }
}

function isBefore(a: Ordered, b: Ordered | undefined): boolean {
  return b !== undefined && (a.createdAt < b.createdAt || (a.createdAt === b.createdAt && a.id < b.id));
}
