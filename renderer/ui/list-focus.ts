import { type RefObject, useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';

/** Where the list stands that is to have the focus once it appears; '' while none is. */
let pendingPath = '';

/**
 * Goes somewhere by a command and puts the focus on the list there, so that its keys work at once: on `main` until the list
 * appears, and where there is none.
 */
export function goAndFocus(go: () => void): void {
  flushSync(go);
  const main = document.getElementById('main');
  const list = main?.querySelector<HTMLElement>('[role="listbox"]') ?? undefined;
  pendingPath = list === undefined ? window.location.pathname : '';
  (list ?? main)?.focus({ preventScroll: true });
}

/** The ref of a list that takes the focus when it appears where a command led, unless the focus went elsewhere meanwhile. */
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
