import type { ReactNode } from 'react';
import { filterProblem } from '../../../shared/model/read-filter.ts';
import { ErrorState, LoadingState, EmptyState } from '../../ui/text/states.tsx';
import { VirtualList, type VirtualListProps } from '../../ui/lists/VirtualList.tsx';
import type { CountedKind } from '../data/counts.ts';
import type { LongList } from '../data/long-list.ts';
import { HiddenRows } from './HiddenRows.tsx';
import { NoMatches } from './NoMatches.tsx';

interface FilteredListProps<Row> extends Omit<VirtualListProps<Row>, 'rows' | 'onRange'> {
  readonly list: LongList<Row>;
  readonly kind: CountedKind;
  /** Text of the filter. */
  readonly q: string;
  /** True while any filter is set. */
  readonly isFiltered: boolean;
  /** Number of all rows; undefined while unknown. */
  readonly all: number | undefined;
  readonly onClear: () => void;
}

/** A long list below its filters, in any state: loading, failed, empty, or the matching rows and the number of hidden ones. */
export function FilteredList<Row>({ list, kind, q, isFiltered, all, onClear, ...view }: FilteredListProps<Row>) {
  if (filterProblem(kind, q) !== '') return <InvalidFilter noun={kind} />;
  return (
    <>
      <State list={list}>
        {list.count > 0 && <VirtualList {...view} rows={list} onRange={list.onRange} />}
        {list.count === 0 && isFiltered && <NoMatches noun={kind} clear="Clear filters" {...{ onClear }} />}
      </State>
      <HiddenRows
        {...{ isFiltered, noun: kind, onClear }}
        hidden={all === undefined || !list.loaded ? undefined : all - list.total}
      />
    </>
  );
}

function State({
  list,
  children,
}: {
  list: Pick<LongList<unknown>, 'loaded' | 'error' | 'reload'>;
  children: ReactNode;
}) {
  if (list.loaded) return children;
  return list.error === '' ? <LoadingState /> : <ErrorState message={list.error} onRetry={list.reload} />;
}

/** Shown instead of a list while its filter has a mistake, which the field reports. @param noun such as `run` */
function InvalidFilter({ noun }: { noun: string }) {
  return <EmptyState title={`Correct the filter to see ${noun}s`} />;
}
