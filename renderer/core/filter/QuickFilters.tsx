import type { FilterKind } from '../../../shared/model/filter-terms.ts';
import classes from './filter.module.css';
import { useQuickFilters } from './quick-filters.ts';
import type { FilterCounts } from './throttled-counts.ts';

interface QuickFiltersProps {
  readonly kind: FilterKind;
  /** The filter in the field. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly counts: FilterCounts;
}

/** Filters that a click puts into the field, or takes out again, with the number of their rows. */
export function QuickFilters({ kind, value, onChange, counts }: QuickFiltersProps) {
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
