import type { FilterKind } from '../../../shared/model/filter-terms.ts';
import { useSavedFiltersOf } from './saved-filter-list.ts';

/** A filter above a list, chosen by a click. */
interface QuickFilter {
  readonly name: string;
  readonly text: string;
}

const BY_STATUS: readonly QuickFilter[] = [
  { name: 'Failed', text: 'status:failed' },
  { name: 'Waiting', text: 'is:waiting' },
];

/** The filters above each kind of list. */
const QUICK_FILTERS: Readonly<Record<FilterKind, readonly QuickFilter[]>> = {
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
export function useQuickFilters(kind: FilterKind): readonly QuickFilter[] {
  return [...QUICK_FILTERS[kind], ...useSavedFiltersOf(kind).list.slice(0, SHOWN)];
}
