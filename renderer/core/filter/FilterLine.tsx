import type { ReactNode } from 'react';
import type { FilterKind } from '../../../shared/model/filter-terms.ts';
import { counted, numberText } from '../../ui/text/counted.ts';
import classes from './filter.module.css';
import type { FilterCounts } from './throttled-counts.ts';
import { SavedFilters } from './SavedFilters.tsx';
import { useQuickFilters } from './quick-filters.ts';

interface FilterLineProps {
  readonly kind: FilterKind;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Number of matching rows; undefined while loading. */
  readonly shown: number | undefined;
  /** Number of all rows; undefined while unknown. */
  readonly total: number | undefined;
  readonly isFiltered: boolean;
  readonly noun: string;
  readonly plural?: string;
  /** Counts of the filters above the list. */
  readonly counts?: FilterCounts;
  /** Appended to the number of rows. */
  readonly note?: string;
  /** Further filters. */
  readonly children?: ReactNode;
}

/** The line below a filter field: the number of rows, filters with their counts, further filters, and the saved ones. */
export function FilterLine({ kind, value, onChange, counts, note = '', children, ...count }: FilterLineProps) {
  return (
    <div className={classes['line']}>
      <p role="status" aria-live={count.isFiltered ? 'polite' : 'off'}>
        {countText(count)}
        {note}
      </p>
      {counts !== undefined && <QuickFilters {...{ kind, value, onChange, counts }} />}
      {children}
      <SavedFilters kind={kind} value={value} onChange={onChange} />
    </div>
  );
}

type CountProps = Pick<FilterLineProps, 'shown' | 'total' | 'isFiltered' | 'noun' | 'plural'>;

/** The number of rows: `511 runs`, or `3 of 511` of a filtered list. */
export function countText({ shown, total, isFiltered, noun, plural }: CountProps): string {
  if (shown === undefined) return '';
  if (!isFiltered) return counted(shown, noun, plural);
  const found = numberText(shown);
  return total === undefined ? found : `${found} of ${numberText(Math.max(total, shown))}`;
}

interface QuickFiltersProps {
  readonly kind: FilterKind;
  /** The filter in the field. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly counts: FilterCounts;
}

/** Filters that a click puts into the field, or takes out again, with the number of their rows. */
function QuickFilters({ kind, value, onChange, counts }: QuickFiltersProps) {
  return useQuickFilters(kind).map(({ name, text }) => {
    const isOn = value.trim() === text.trim();
    return (
      <button
        key={`${name} ${text}`}
        type="button"
        className={classes['quick']}
        title={text}
        aria-pressed={isOn}
        onClick={() => onChange(isOn ? '' : text)}
      >
        <span>{name}</span> <small>{counts.get(text)}</small>
      </button>
    );
  });
}
