import { type ReactNode, useCallback, useEffect } from 'react';
import { useStore } from 'zustand';
import { ErrorState, LoadingState } from '../../ui/text/states.tsx';
import { VirtualList, type VirtualListProps } from '../../ui/lists/VirtualList.tsx';
import type { WindowedRows } from './windowed-rows.ts';
import type { WindowedState } from './windowed-rows-options.ts';

/** The state of a long list, which is loaded and kept up to date while the component is mounted. */
export function useWindowed<Row>(list: WindowedRows<Row>): WindowedState {
  useEffect(() => list.start(), [list]);
  return useStore(list.store);
}

/** Returns true for a loaded list without rows. */
export function isListEmpty({ loaded, total }: WindowedState): boolean {
  return loaded && total === 0;
}

/** Properties of a long list. */
export interface WindowedListProps<Row> extends Omit<VirtualListProps<Row>, 'rows' | 'onRange'> {
  readonly list: WindowedRows<Row>;
  /** Shown when there are no rows. */
  readonly empty: ReactNode;
}

/** A long list in any state: loading, failed, empty or loaded. */
export function WindowedList<Row>({ list, empty, ...view }: WindowedListProps<Row>) {
  const { loaded, error, total, pending } = useWindowed(list);
  const onRange = useCallback((from: number, to: number) => list.setVisibleRange(from, to), [list]);
  if (!loaded)
    return error === '' ? <LoadingState /> : <ErrorState message={error} onRetry={() => void list.reload()} />;
  if (total === 0) return empty;
  const { at, setFrozen, showPending } = list;
  return <VirtualList {...view} rows={{ count: total, pending, at, setFrozen, showPending }} onRange={onRange} />;
}
