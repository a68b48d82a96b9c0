/** The table has 256 parts, each of which grows by itself: a growth of all at once would take tens of milliseconds. */
const PART_SHIFT = 24;
const FIRST_SIZE = 8;

/**
 * Numbers by the hash of an ID: an open-addressed table of two numbers per entry, 12 to 24 bytes. Several IDs may have the same
 * hash; callers compare the ID that a number stands for.
 */
export class IdTable {
  /** By the upper bits of the hash; the lower ones choose the slot in the part. */
  readonly #parts = new Array<Part | undefined>(256).fill(undefined);

  /** Returns the number of a hash that is wanted; -1 when there is none. */
  find(hash: number, isWanted: (number: number) => boolean): number {
    return this.#parts[hash >>> PART_SHIFT]?.find(hash, isWanted) ?? -1;
  }

  add(hash: number, number: number): void {
    (this.#parts[hash >>> PART_SHIFT] ??= new Part()).add(hash, number);
  }

  remove(hash: number, number: number): void {
    this.#parts[hash >>> PART_SHIFT]?.remove(hash, number);
  }

  clear(): void {
    this.#parts.fill(undefined);
  }
}

/** A table with linear probing. An entry is a hash, and a number plus one; 0 is a free slot. */
class Part {
  #entries = new Uint32Array(2 * FIRST_SIZE);
  #count = 0;

  find(hash: number, isWanted: (number: number) => boolean): number {
    const entries = this.#entries;
    for (let at = this.#slotOf(hash); ; at = this.#after(at)) {
      const found = entries[at + 1] ?? 0;
      if (found === 0) return -1;
      if (entries[at] === hash && isWanted(found - 1)) return found - 1;
    }
  }

  add(hash: number, number: number): void {
    this.#count++;
    // At most three quarters are used.
    if (this.#count * 8 > this.#entries.length * 3) this.#grow();
    this.#insert(hash, number + 1);
  }

  remove(hash: number, number: number): void {
    const entries = this.#entries;
    for (let at = this.#slotOf(hash); entries[at + 1] !== 0; at = this.#after(at)) {
      if (entries[at] !== hash || entries[at + 1] !== number + 1) continue;
      this.#count--;
      this.#close(at);
      return;
    }
  }

  /** Frees a slot and moves entries that were pushed past it back, so that searches need no markers. */
  #close(gap: number): void {
    const entries = this.#entries;
    let free = gap;
    for (let at = this.#after(gap); entries[at + 1] !== 0; at = this.#after(at)) {
      const home = this.#slotOf(entries[at] ?? 0);
      const isReachable = free <= at ? home <= free || home > at : home <= free && home > at;
      if (!isReachable) continue;
      entries.copyWithin(free, at, at + 2);
      free = at;
    }
    entries.fill(0, free, free + 2);
  }

  #grow(): void {
    const before = this.#entries;
    this.#entries = new Uint32Array(2 * before.length);
    for (let at = 0; at < before.length; at += 2) {
      const stored = before[at + 1] ?? 0;
      if (stored !== 0) this.#insert(before[at] ?? 0, stored);
    }
  }

  #insert(hash: number, stored: number): void {
    const entries = this.#entries;
    let at = this.#slotOf(hash);
    while (entries[at + 1] !== 0) at = this.#after(at);
    entries[at] = hash;
    entries[at + 1] = stored;
  }

  #slotOf(hash: number): number {
    return (hash << 1) & (this.#entries.length - 2);
  }

  #after(at: number): number {
    return (at + 2) & (this.#entries.length - 1);
  }
}
