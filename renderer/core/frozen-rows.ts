import { useMemo, useState } from 'react';

/** Rows that do not move while held; give its parts to `VirtualList`. */
export interface FrozenRows<Item> {
  readonly rows: readonly Item[];
  /** How many new rows wait. */
  readonly waiting: number;
  readonly hold: (holding: boolean) => void;
  /** Shows what waits, and goes on holding. */
  readonly release: () => void;
}

/**
 * Keeps a live list from moving under the pointer: while held, known rows are updated in place, new ones wait and gone
 * ones stay. A change of `reset` (such as the filters) lets everything through.
 */
export function useFrozenRows<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
  reset = '',
): FrozenRows<Item> {
  const [held, setHeld] = useState<{ rows: readonly Item[]; reset: string }>();
  const frozen = held?.reset === reset ? held.rows : undefined;
  // `keyOf` always means the same, though it is often made anew.
  const shown = useMemo(() => {
    if (frozen === undefined) return { rows: items, waiting: 0 };
    const byKey = new Map(items.map((item) => [keyOf(item), item]));
    const rows = frozen.map((item) => {
      const key = keyOf(item);
      const latest = byKey.get(key) ?? item;
      byKey.delete(key);
      return latest;
    });
    return { rows, waiting: byKey.size };
  }, [items, frozen]);
  return {
    ...shown,
    hold: (holding) => {
      if (holding && frozen === undefined) setHeld({ rows: items, reset });
      if (!holding) setHeld(undefined);
    },
    release: () => setHeld((before) => (before === undefined ? undefined : { rows: items, reset })),
  };
}
