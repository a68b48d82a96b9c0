import { type ReactNode, useCallback, useEffect } from 'react';
import { useStore } from 'zustand';
import { ErrorState, LoadingState } from '../ui/states.tsx';
import { VirtualList } from '../ui/VirtualList.tsx';
import type { WindowedRows } from './windowed-rows.ts';
import type { WindowedState } from './windowed-rows-options.ts';

/** Loads and follows a long list while the component is mounted; gives how it stands. */
export function useWindowed<Row>(list: WindowedRows<Row>): WindowedState {
  useEffect(() => list.start(), [list]);
  return useStore(list.store);
}

interface WindowedListProps<Row> {
  readonly label: string;
  readonly list: WindowedRows<Row>;
  readonly idOf: (row: Row) => string;
  /** The place whose rows these are, as in `/runs`: a row leads below it. */
  readonly path: string;
  /** The filters of the place, which stay in the URL, with their `?`. */
  readonly query: string;
  /** The ID of the row that is open; '' for none. */
  readonly selected: string;
  readonly render: (row: Row) => ReactNode;
  /** Shown where there is no row. */
  readonly empty: ReactNode;
}

/** A long list in whatever state it is: loading, failed, empty, or shown. */
export function WindowedList<Row>(props: WindowedListProps<Row>) {
  const { label, list, idOf, path, query, selected, render, empty } = props;
  const { loaded, error, total, pending } = useWindowed(list);
  const onRange = useCallback((from: number, to: number) => list.setVisibleRange(from, to), [list]);
  if (!loaded)
    return error === '' ? <LoadingState /> : <ErrorState message={error} onRetry={() => void list.reload()} />;
  if (total === 0) return empty;
  const idAt = (index: number) => {
    const row = list.at(index);
    return row === undefined ? undefined : idOf(row);
  };
  return (
    <VirtualList
      label={label}
      count={total}
      selected={selected}
      keyOf={(index) => idAt(index) ?? `row-${index}`}
      hrefOf={(index) => `${path}/${idAt(index) ?? ''}${query}`}
      onRange={onRange}
      onFreeze={(holding) => list.setFrozen(holding)}
      onShowPending={() => list.showPending()}
      pending={pending}
      render={(index) => {
        const row = list.at(index);
        return row === undefined ? '…' : render(row);
      }}
    />
  );
}
