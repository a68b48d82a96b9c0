import type { InSlices } from './engine.ts';

interface PendingItems<Item, Row> {
  /** The pending items, oldest first. */
  readonly items: Iterable<Item>;
  /** The test of a filter; `undefined` for all items. */
  readonly matches: ((item: Item) => InSlices<boolean>) | undefined;
  /** The row of an item by ID; `undefined` when it is no longer pending. */
  readonly rowOf: (id: string) => Row | undefined;
}

/** The rows of pending items that match a filter. Yields after each item. */
export function* pendingRows<Item extends { readonly id: string }, Row>({
  items,
  matches,
  rowOf,
}: PendingItems<Item, Row>): InSlices<Row[]> {
  const rows: Row[] = [];
  for (const item of items) {
    yield;
    if (matches !== undefined && !(yield* matches(item))) continue;
    // It may have been answered since the last yield.
    const row = rowOf(item.id);
    if (row !== undefined) rows.push(row);
  }
  return rows;
}
