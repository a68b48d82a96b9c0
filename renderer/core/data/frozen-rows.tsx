import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { type ListRows, VirtualList, type VirtualListProps } from '../../ui/lists/VirtualList.tsx';

/** The rows of a collection, which can be frozen. */
interface FrozenRows<Row> extends ListRows<Row> {
  readonly rows: readonly Row[];
}

/**
 * Keeps a live list from moving under the pointer. While frozen, known rows are updated in place, new rows are pending and
 * removed rows stay. Another `reset`, such as changed filters, shows everything again.
 */
export function useFrozenRows<Row>(items: readonly Row[], keyOf: (row: Row) => string, reset = ''): FrozenRows<Row> {
  const [snapshot, setSnapshot] = useState<{ rows: readonly Row[]; reset: string }>();
  const frozen = snapshot?.reset === reset ? snapshot.rows : undefined;
  // `keyOf` is often a new function, but always gives the same keys.
  const { rows, pending } = useMemo(() => {
    if (frozen === undefined) return { rows: items, pending: 0 };
    const byKey = new Map(items.map((row) => [keyOf(row), row]));
    const updated = frozen.map((row) => {
      const key = keyOf(row);
      const latest = byKey.get(key) ?? row;
      byKey.delete(key);
      return latest;
    });
    return { rows: updated, pending: byKey.size };
  }, [items, frozen]);
  return {
    rows,
    count: rows.length,
    pending,
    at: (index) => rows[index],
    setFrozen: (isFrozen) => {
      if (isFrozen && frozen === undefined) setSnapshot({ rows: items, reset });
      if (!isFrozen) setSnapshot(undefined);
    },
    showPending: () => setSnapshot((before) => (before === undefined ? undefined : { rows: items, reset })),
  };
}

/** Freezes the rows of a collection while `isStill`, such as while the pointer is over them. */
export function useStillRows<Row>(
  items: readonly Row[],
  keyOf: (row: Row) => string,
  isStill: boolean,
): FrozenRows<Row> {
  const frozen = useFrozenRows(items, keyOf);
  // `setFrozen` is a new function after each render; only `isStill` matters.
  useEffect(() => frozen.setFrozen(isStill), [isStill]);
  return frozen;
}

interface FrozenListProps<Row> extends Omit<VirtualListProps<Row>, 'rows' | 'onRange'> {
  readonly items: readonly Row[];
  /** Another text, such as a changed filter, shows the pending rows. */
  readonly reset?: string;
  /** Shown when there are no rows. */
  readonly empty?: ReactNode;
}

/** A live list of a collection, frozen while the pointer is over it. */
export function FrozenList<Row>({ items, reset = '', empty, ...view }: FrozenListProps<Row>) {
  const rows = useFrozenRows(items, view.idOf, reset);
  if (rows.count === 0 && empty !== undefined) return empty;
  return <VirtualList {...view} rows={rows} />;
}
