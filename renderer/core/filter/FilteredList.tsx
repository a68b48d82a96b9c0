import type { ReactNode } from 'react';
import { Button } from '@mantine/core';
import { SearchXIcon } from 'lucide-react';
import { filterProblem } from '../../../shared/model/read-filter.ts';
import { ErrorState, LoadingState, EmptyState } from '../../ui/text/states.tsx';
import { VirtualList, type VirtualListProps } from '../../ui/lists/VirtualList.tsx';
import type { CountedKind } from '../data/counts.ts';
import type { LongList } from '../data/long-list.ts';
import { counted } from '../../ui/text/shown-text.tsx';
import { KeyCap } from '../../ui/text/KeyCap.tsx';
import { useCommands } from '../commands/commands.ts';
import classes from './filter.module.css';

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

interface HiddenRowsProps {
  readonly isFiltered: boolean;
  /** Number of rows that the filter hides; undefined while unknown. */
  readonly hidden: number | undefined;
  readonly noun: string;
  readonly plural?: string;
  readonly onClear: () => void;
}

/** The foot of a filtered list: the number of hidden rows and a button that shows them. Escape does so too. */
export function HiddenRows({ isFiltered, hidden = 0, noun, plural = `${noun}s`, onClear }: HiddenRowsProps) {
  useCommands([
    {
      id: 'filter-clear',
      title: `Show all ${plural}`,
      group: 'Lists',
      shortcut: 'Escape',
      when: isFiltered,
      run: onClear,
    },
  ]);
  if (!isFiltered || hidden <= 0) return null;
  return (
    <p className={classes['hidden']}>
      {counted(hidden, noun, plural)} hidden by the filter
      <button type="button" className="bare" onClick={onClear}>
        Show all <KeyCap quiet>Esc</KeyCap>
      </button>
    </p>
  );
}

interface NoMatchesProps {
  /** Such as `run`. */
  readonly noun: string;
  readonly plural?: string;
  /** Label of the button. */
  readonly clear?: string;
  readonly onClear: () => void;
}

/** Shown when a filter hides all rows. */
export function NoMatches({ noun, plural = `${noun}s`, clear = 'Clear filter', onClear }: NoMatchesProps) {
  return (
    <EmptyState icon={SearchXIcon} title={`No matching ${plural}`} action={<Button onClick={onClear}>{clear}</Button>}>
      New {plural} that match appear here.
    </EmptyState>
  );
}
