import { useEffect, useCallback, useRef } from 'react';
import { createStore } from 'zustand/vanilla';
import { useStore } from 'zustand';
import { useLocation, useSearch } from 'wouter';
import { stripBidiControls } from '../../ui/text/shown-text.tsx';

const shown = createStore(() => ({ entity: '' }));

/** Names the open item of the page, such as `Refund an order`, for the document's title and the header. */
export function useEntityTitle(entity: string): void {
  useEffect(() => {
    shown.setState({ entity: stripBidiControls(entity) });
    return () => shown.setState({ entity: '' });
  }, [entity]);
}

/** The name of the open item; '' for none. */
export function useShownEntity(): string {
  return useStore(shown, (state) => state.entity);
}

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

/** The item to show while none is chosen: the one that was chosen last, else the first; it stays while it is in the list. */
export function usePreviewed<Item>(
  items: readonly Item[],
  chosen: string,
  idOf: (item: Item) => string,
): Item | undefined {
  const kept = useRef('');
  const find = (id: string) => items.find((item) => idOf(item) === id);
  const item = find(chosen) ?? find(kept.current) ?? items[0];
  if (item !== undefined) kept.current = idOf(item);
  return item;
}
