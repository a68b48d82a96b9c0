import { useCallback } from 'react';
import { useLocation, useSearch } from 'wouter';

/**
 * Filters kept in the URL: reads a query parameter ('' when absent) and sets one without a step in the history;
 * '' takes it away.
 */
export function useQueryState(): {
  get: (name: string) => string;
  set: (changes: Readonly<Record<string, string>>) => void;
  search: string;
} {
  const search = useSearch();
  const [path, navigate] = useLocation();
  const get = useCallback((name: string) => new URLSearchParams(search).get(name) ?? '', [search]);
  const set = useCallback(
    (changes: Readonly<Record<string, string>>) => {
      const params = new URLSearchParams(search);
      for (const [name, value] of Object.entries(changes)) {
        if (value === '') params.delete(name);
        else params.set(name, value);
      }
      const text = params.toString();
      navigate(text === '' ? path : `${path}?${text}`, { replace: true });
    },
    [search, path, navigate],
  );
  return { get, set, search };
}

/** Whether the window shows this path or one below it: what ends later than it began must not take people away from elsewhere. */
export function isAt(path: string): boolean {
  const { pathname } = window.location;
  return pathname === path || pathname.startsWith(`${path}/`);
}

/** Goes to a place; with `replace`, without a step in the history. */
export function useNavigate(): (to: string, options?: { replace?: boolean }) => void {
  return useLocation()[1];
}
