import type { ReactNode } from 'react';
import { VirtualList } from '../ui/VirtualList.tsx';
import { useFrozenRows } from './frozen-rows.ts';

interface FrozenListProps<Item> {
  readonly label: string;
  readonly items: readonly Item[];
  readonly keyOf: (item: Item) => string;
  readonly hrefOf: (item: Item) => string;
  /** Key of the selected row; '' for none. */
  readonly selected: string;
  /** A change of this text, such as the filter, releases the held rows. */
  readonly reset?: string;
  readonly render: (item: Item) => ReactNode;
  /** Shown when there are no rows. */
  readonly empty?: ReactNode;
}

/** A live list whose rows do not move while the pointer is over it. */
export function FrozenList<Item>(props: FrozenListProps<Item>) {
  const { label, items, keyOf, hrefOf, selected, reset = '', render, empty } = props;
  const { rows, waiting, hold, release } = useFrozenRows(items, keyOf, reset);
  if (rows.length === 0 && empty !== undefined) return empty;
  const at = <Value,>(index: number, read: (item: Item) => Value): Value | '' => {
    const item = rows[index];
    return item === undefined ? '' : read(item);
  };
  return (
    <VirtualList
      label={label}
      count={rows.length}
      selected={selected}
      keyOf={(index) => at(index, keyOf)}
      hrefOf={(index) => at(index, hrefOf)}
      pending={waiting}
      onFreeze={hold}
      onShowPending={release}
      render={(index) => at(index, render)}
    />
  );
}
