/**
 * The rows of a list of any length, newest first, of which only some are loaded. Rows are stored by their distance from
 * the oldest, which new rows do not change.
 */
export class LoadedRows<Row> {
  private readonly keyOf: (row: Row) => string;
  private readonly fromOldest: (Row | undefined)[];
  private readonly positions = new Map<string, number>();

  constructor(keyOf: (row: Row) => string, length: number) {
    this.keyOf = keyOf;
    this.fromOldest = new Array<Row | undefined>(length).fill(undefined);
  }

  get length(): number {
    return this.fromOldest.length;
  }

  /** Number of loaded rows. */
  get count(): number {
    return this.positions.size;
  }

  /** The row at an index from the top; undefined while it is not loaded. */
  at(index: number): Row | undefined {
    return this.fromOldest[this.length - 1 - index];
  }

  /** The index of a row from the top; -1 when it is not loaded. */
  indexOf(key: string): number {
    const place = this.positions.get(key);
    return place === undefined ? -1 : this.length - 1 - place;
  }

  /** True when all rows of a range are loaded, `to` excluded. */
  isLoaded(from: number, to: number): boolean {
    for (let index = from; index < Math.min(to, this.length); index++) if (this.at(index) === undefined) return false;
    return true;
  }

  /** Sets the row at an index from the top; does nothing outside the list. */
  set(index: number, row: Row): void {
    const place = this.length - 1 - index;
    if (place < 0 || place >= this.length) return;
    this.fromOldest[place] = row;
    this.positions.set(this.keyOf(row), place);
  }

  /** Adds a row on top. */
  push(row: Row): void {
    this.positions.set(this.keyOf(row), this.length);
    this.fromOldest.push(row);
  }

  /** Number of consecutive oldest rows that are loaded and meet a condition. */
  countOldest(isMet: (row: Row) => boolean): number {
    const first = this.fromOldest.findIndex((row) => row === undefined || !isMet(row));
    return first < 0 ? this.length : first;
  }

  /** Removes the oldest rows. */
  dropOldest(count: number): void {
    this.fromOldest.splice(0, count);
    this.positions.clear();
    this.fromOldest.forEach((row, place) => row !== undefined && this.positions.set(this.keyOf(row), place));
  }

  /** Unloads all rows but those at the indexes to keep. */
  evict(isKept: (index: number) => boolean): void {
    for (const [key, place] of this.positions) {
      if (isKept(this.length - 1 - place)) continue;
      this.fromOldest[place] = undefined;
      this.positions.delete(key);
    }
  }
}
