import { useStore } from 'zustand';
import type { FilterKind } from '../../../shared/model/filter-terms.ts';
import { useHangar } from '../data/hangar.ts';
import type { SavedFilter } from '../stores/preferences.ts';

/** Maximum number of saved filters; the oldest are dropped. */
const MOST = 50;

/** The saved filters of a kind of list, newest first, with functions to change them. */
export function useSavedFiltersOf(kind: FilterKind): {
  readonly list: readonly SavedFilter[];
  /** Saves a filter; replaces the one of the same name. */
  readonly save: (name: string, text: string) => void;
  readonly remove: (name: string) => void;
} {
  const { preferences } = useHangar();
  const all = useStore(preferences, ({ savedFilters }) => savedFilters);
  const without = (name: string) => all.filter((one) => one.kind !== kind || one.name !== name);
  return {
    list: all.filter((one) => one.kind === kind),
    save: (name, text) =>
      preferences.setState({ savedFilters: [{ kind, name, text }, ...without(name)].slice(0, MOST) }),
    remove: (name) => preferences.setState({ savedFilters: without(name) }),
  };
}
