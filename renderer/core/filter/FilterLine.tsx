import type { ReactNode } from 'react';
import type { FilterKind } from '../../../shared/model/filter-terms.ts';
import { counted, numberText } from '../../ui/text/shown-text.ts';
import { type CountedKind, useCounts } from '../data/counts.ts';
import { useMarkedWords } from './use-marked-words.ts';
import { SavedFilters } from './SavedFilters.tsx';
import { useSavedFiltersOf } from './saved-filters.ts';
import classes from './filter.module.css';

/** The properties of the line below a filter field. */
export interface FilterLineProps {
  /** The kind of the list, which may have saved filters; absent where there are none. */
  readonly kind?: FilterKind;
  /** The filter in the field. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Number of matching rows; undefined while loading. */
  readonly shown: number | undefined;
  /** Number of all rows; undefined while unknown. */
  readonly total: number | undefined;
  readonly isFiltered: boolean;
  readonly noun: string;
  readonly plural?: string;
  /** The list whose filters to choose from are above it, with their counts. */
  readonly quick?: CountedKind;
  /** Appended to the number of rows. */
  readonly note?: string;
  /** Further filters. */
  readonly children?: ReactNode;
}

/** The line below a filter field: the number of rows, filters with their counts, further filters, and the saved ones. Marks the words of the filter. */
export function FilterLine({ kind, value, onChange, quick, note = '', children, ...count }: FilterLineProps) {
  useMarkedWords(kind, value);
  return (
    <div className={classes['line']}>
      <p role="status" aria-live={count.isFiltered ? 'polite' : 'off'}>
        {countText(count)}
        {note}
      </p>
      {quick !== undefined && <QuickFilters {...{ kind: quick, value, onChange }} />}
      {children}
      {kind !== undefined && <SavedFilters {...{ kind, value, onChange }} />}
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

type FilterText = Pick<FilterLineProps, 'value' | 'onChange'>;

/** Filters that a click puts into the field, or takes out again, with the number of their rows. */
function QuickFilters({ kind, ...text }: FilterText & { readonly kind: CountedKind }) {
  const filters = useQuickFilters(kind);
  const counts = useCounts(
    kind,
    filters.map((filter) => filter.text),
  );
  return filters.map((filter) => (
    <QuickFilter key={`${filter.name} ${filter.text}`} {...{ filter, ...text }} count={counts.get(filter.text)} />
  ));
}

interface QuickFilterProps extends FilterText {
  readonly filter: ChosenFilter;
  /** Number of its rows; undefined while unknown. */
  readonly count: number | undefined;
}

/** A filter that a click puts into the field, or takes out again, with the number of its rows. */
export function QuickFilter({ filter: { name, text }, count, value, onChange }: QuickFilterProps) {
  const isOn = value.trim() === text.trim();
  return (
    <button
      type="button"
      className={classes['quick']}
      title={text}
      aria-pressed={isOn}
      onClick={() => onChange(isOn ? '' : text)}
    >
      <span>{name}</span> <small>{count !== undefined && numberText(count)}</small>
    </button>
  );
}

/** A filter above a list, chosen by a click. */
interface ChosenFilter {
  readonly name: string;
  readonly text: string;
}

const BY_STATUS: readonly ChosenFilter[] = [
  { name: 'Failed', text: 'status:failed' },
  { name: 'Waiting', text: 'is:waiting' },
];

/** The filters above each kind of list. */
const QUICK_FILTERS: Readonly<Record<FilterKind, readonly ChosenFilter[]>> = {
  run: BY_STATUS,
  session: BY_STATUS,
  prompt: [],
  request: [
    { name: 'Errors', text: 'is:error' },
    { name: 'Replays', text: 'is:replay' },
  ],
};

/** Maximum number of saved filters above a list. All are in their menu. */
const SHOWN = 3;

/** The filters above a kind of list: those of the kind, then the latest saved ones. */
function useQuickFilters(kind: FilterKind): readonly ChosenFilter[] {
  return [...QUICK_FILTERS[kind], ...useSavedFiltersOf(kind).list.slice(0, SHOWN)];
}
