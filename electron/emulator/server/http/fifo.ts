/** Holes tolerated at its beginning before it is made compact. */
const HOLES = 1024;

/**
 * A line: what came first goes first, both at the same small price however long it is. An array that is shifted moves all
 * of it, and a Map walks over everything that was ever deleted.
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

  /** Takes the oldest out; `undefined` when there is none. */
  shift(): T | undefined {
    if (this.length === 0) return undefined;
    const item = this.#items[this.#first];
    this.#items[this.#first++] = undefined;
    if (this.#first > HOLES && this.#first * 2 > this.#items.length) this.#compact();
    return item;
  }

  /** Oldest first. */
  items(): T[] {
    // What lies behind the first was pushed, and not yet taken.
    return this.#items.slice(this.#first) as T[];
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
