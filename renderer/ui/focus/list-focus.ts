import { type RefObject, useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';

/** The path whose list gets the focus when it appears; '' for none. */
let pendingPath = '';

/** Navigates by a command and focuses the page's list, so that its keys work at once; `main` until the list appears. */
export function goAndFocus(go: () => void): void {
  flushSync(go);
  const main = document.getElementById('main');
  const list = main?.querySelector<HTMLElement>('[role="listbox"], [role="tree"]') ?? undefined;
  pendingPath = list === undefined ? window.location.pathname : '';
  (list ?? main)?.focus({ preventScroll: true });
}

/** The ref of a list that takes the focus after a command navigated to it, unless the focus moved meanwhile. */
export function useListFocus<List extends HTMLElement>(): RefObject<List | null> {
  const list = useRef<List>(null);
  useEffect(() => {
    const { activeElement } = document;
    const isIdle = activeElement === document.body || activeElement?.id === 'main';
    if (pendingPath === '' || !isIdle || !window.location.pathname.startsWith(pendingPath)) return;
    pendingPath = '';
    list.current?.focus({ preventScroll: true });
  }, []);
  return list;
}
