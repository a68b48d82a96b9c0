import { useStore } from 'zustand';
import { filterProblem } from '../../../shared/model/read-filter.ts';
import type { CountedKind } from '../data/counts.ts';
import { WindowedList, type WindowedListProps } from '../data/WindowedList.tsx';
import { HiddenRows } from './HiddenRows.tsx';
import { InvalidFilter } from './InvalidFilter.tsx';
import { NoMatches } from './NoMatches.tsx';

interface FilteredListProps<Row> extends Omit<WindowedListProps<Row>, 'empty'> {
  readonly kind: CountedKind;
  /** Text of the filter. */
  readonly q: string;
  /** True while any filter is set. */
  readonly isFiltered: boolean;
  /** Number of all rows; undefined while unknown. */
  readonly all: number | undefined;
  readonly onClear: () => void;
}

/** A long list below its filters: the matching rows and the number of hidden ones. */
export function FilteredList<Row>({ kind, q, isFiltered, all, onClear, ...view }: FilteredListProps<Row>) {
  const { loaded, total, pending } = useStore(view.list.store);
  if (filterProblem(kind, q) !== '') return <InvalidFilter noun={kind} />;
  return (
    <>
      <WindowedList
        {...view}
        empty={isFiltered ? <NoMatches noun={kind} clear="Clear filters" {...{ onClear }} /> : null}
      />
      <HiddenRows
        {...{ isFiltered, noun: kind, onClear }}
        hidden={all === undefined || !loaded ? undefined : all - total - pending}
      />
    </>
  );
}
