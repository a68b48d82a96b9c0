import { useEffect, useRef } from 'react';
import { useLocation, useSearch } from 'wouter';

const PREFIX = 'hangar.filters:';

/**
 * Where a link leads that comes back to a place from elsewhere: to its list under the filters that it had, as long as the
 * window lives.
 */
export function withSavedFilters(place: string): string {
  const kept = sessionStorage.getItem(PREFIX + place) ?? '';
  return kept === '' ? place : `${place}?${kept}`;
}

/** Keeps the filters of the place that is shown; `undefined` where there is nothing to come back to. */
export function useSavedFilters(place: string | undefined): void {
  const [path] = useLocation();
  const search = useSearch();
  const before = useRef('');
  useEffect(() => {
    const wasHere = before.current === path;
    before.current = path;
    // Below the list, as with an editor of a whole page, no filters may mean only that they are not shown.
    if (place === undefined || (path !== place && search === '' && !wasHere)) return;
    try {
      sessionStorage.setItem(PREFIX + place, search);
    } catch {
      // A full or forbidden storage: the filters hold until one leaves the place.
    }
  }, [place, path, search]);
}
