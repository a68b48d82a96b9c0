import { useEffect, useRef } from 'react';
import { useLocation, useSearch } from 'wouter';
import { useStore } from 'zustand';
import type { FilterKind } from '../../../shared/model/filter-terms.ts';
import { useHangar } from '../data/hangar.ts';
import type { SavedFilter } from '../stores/preferences.ts';

const PREFIX = 'hangar.filters:';

/** Query parameters that are no filters: the run to compare with, and the line of a script. */
const NO_FILTERS = ['with', 'line'];

/** The link to a page's list, or to another path of the page, with its latest filters in this window. */
export function withSavedFilters(place: string, path = place): string {
  const kept = sessionStorage.getItem(PREFIX + place) ?? '';
  return kept === '' ? path : `${path}?${kept}`;
}

/** Saves the filters of the shown page; `undefined` for a page without a list. */
export function useSavedFilters(place: string | undefined): void {
  const [path] = useLocation();
  const search = useSearch();
  const before = useRef('');
  useEffect(() => {
    const wasHere = before.current === path;
    before.current = path;
    // An item's page may lack the filters of its list.
    if (place === undefined || (path !== place && search === '' && !wasHere)) return;
    const parameters = new URLSearchParams(search);
    if (path !== place && NO_FILTERS.some((name) => parameters.has(name))) return;
    try {
      sessionStorage.setItem(PREFIX + place, search);
    } catch {
      // Ignored when storage is full or forbidden: the filters last until the user leaves the page.
    }
  }, [place, path, search]);
}

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
