import { useCallback } from 'react';
import { useLocation, useSearch } from 'wouter';

/**
 * Filters in the URL: `get` reads a query parameter ('' when absent), `set` changes some without a history entry; ''
 * removes one.
 */
export function useQueryState(): {
  get: (name: string) => string;
  set: (changes: Readonly<Record<string, string>>) => void;
  /** The query of a link that keeps the filters, with its `?`; '' for none. */
  query: string;
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
  return { get, set, query: search === '' ? '' : `?${search}` };
}

/** True when the window shows this path or one below it. Checked before navigating at the end of a request. */
export function isAt(path: string): boolean {
  const { pathname } = window.location;
  return pathname === path || pathname.startsWith(`${path}/`);
}

/** Navigates to a path; `replace` adds no history entry. */
export function useNavigate(): (to: string, options?: { replace?: boolean }) => void {
  return useLocation()[1];
}
