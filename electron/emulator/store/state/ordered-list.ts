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

  /** The items with those that are removed. A new list, so that running iterations are not disturbed. */
  get items(): readonly Item[] {
    return this.#items;
  }

  /** Returns false when it is not the last one. */
  add(item: Item): boolean {
    let at = this.#items.length;
    while (at > 0 && isBefore(item, this.#items[at - 1])) at--;
    const isLast = at === this.#items.length;
    if (isLast) this.#items.push(item);
    else this.#items.splice(at, 0, item);
    if (at < this.#head) this.#head = at;
    return isLast;
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
