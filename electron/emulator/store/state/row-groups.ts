/** The rows of an archive by a column of text numbers, such as those of its tasks: a few numbers per row, no objects. */
export class RowGroups {
  readonly #keys: Uint32Array;
  /** Rows by key; the rows of a key are in the order that was given. */
  readonly #rows: Uint32Array;
  /** Index in `#rows` of the first row of each key, and of the end. */
  readonly #starts: Uint32Array;
  readonly #live: Uint32Array;

  /**
   * @param order all rows, as they are to be ordered
   * @param count number of keys
   */
  constructor(keys: Uint32Array, order: Uint32Array, count: number) {
    this.#keys = keys;
    this.#live = new Uint32Array(count);
    this.#starts = new Uint32Array(count + 1);
    for (const key of keys) this.#starts[key + 1] = (this.#starts[key + 1] ?? 0) + 1;
    for (let key = 0; key < count; key++)
      this.#starts[key + 1] = (this.#starts[key + 1] ?? 0) + (this.#starts[key] ?? 0);
    const next = this.#starts.slice();
    this.#rows = new Uint32Array(order.length);
    for (const row of order) {
      const key = keys[row] ?? 0;
      const at = next[key] ?? 0;
      this.#rows[at] = row;
      next[key] = at + 1;
    }
  }

  rowsOf(key: number): Uint32Array {
    return this.#rows.subarray(this.#starts[key], this.#starts[key + 1]);
  }

  /** Number of live rows of a key. */
  liveOf(key: number): number {
    return this.#live[key] ?? 0;
  }

  /** Counts a row that became live (1) or dead (-1). */
  count(row: number, change: 1 | -1): void {
    const key = this.#keys[row] ?? 0;
    this.#live[key] = (this.#live[key] ?? 0) + change;
  }
}

/** The rows ordered by creation, then by ID. Archives are written in this order; others may not be. */
export function orderedRows(created: Float64Array, idAt: (row: number) => string): Uint32Array {
  const compare = (a: number, b: number): number =>
    (created[a] ?? 0) - (created[b] ?? 0) || (idAt(a) < idAt(b) ? -1 : 1);
  const rows = new Uint32Array(created.length);
  let isOrdered = true;
  for (let row = 1; row < rows.length; row++) {
    rows[row] = row;
    isOrdered &&= (created[row - 1] ?? 0) < (created[row] ?? 0) || compare(row - 1, row) < 0;
  }
  return isOrdered ? rows : rows.sort(compare);
}
