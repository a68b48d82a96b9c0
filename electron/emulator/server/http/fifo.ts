/** Number of empty slots at the beginning before the array is compacted. */
const HOLES = 1024;

/**
 * Queue with constant-time operations at any length: `Array.shift` moves all items, and a Map iterates over deleted
 * entries.
 */
export class Fifo<T> {
  #items: (T | undefined)[] = [];
  #first = 0;

  get length(): number {
    return this.#items.length - this.#first;
  }

  push(item: T): void {
    this.#items.push(item);
  }

  /** Removes and returns the oldest item; `undefined` when empty. */
  shift(): T | undefined {
    if (this.length === 0) return undefined;
    const item = this.#items[this.#first];
    this.#items[this.#first++] = undefined;
    if (this.#first > HOLES && this.#first * 2 > this.#items.length) this.#compact();
    return item;
  }

  /** All items, oldest first. */
  items(): T[] {
    return this.last(this.length);
  }

  /** The newest items, oldest first. */
  last(count: number): T[] {
    // From the first item on, all slots are filled.
    return this.#items.slice(Math.max(this.#first, this.#items.length - count)) as T[];
  }

  /** Inserts items before the oldest one. */
  prepend(items: readonly T[]): void {
    this.#items = [...items, ...this.items()];
    this.#first = 0;
  }

  clear(): void {
    this.#items = [];
    this.#first = 0;
  }

  #compact(): void {
    this.#items = this.#items.slice(this.#first);
    this.#first = 0;
  }
}
