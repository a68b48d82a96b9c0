import type { ReactNode } from 'react';
import { VirtualList, type VirtualListProps } from '../../ui/lists/VirtualList.tsx';
import { useFrozenRows } from './frozen-rows.ts';

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
