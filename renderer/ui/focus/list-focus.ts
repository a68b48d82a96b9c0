import { type RefObject, useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';

/** The list of rows of a page. */
const LIST = '#main [data-rows]';

/** The field whose Enter opens the first row once its list is there; null for none. */
let openingField: Element | null = null;

/** The path of the page to which a link of the navigation leads, whose list gets the focus; '' for none. */
let comingPath = '';

/** Focuses the list of the page. */
export function focusList(): void {
  const list = document.querySelector<HTMLElement>(LIST);
  (list ?? document.getElementById('main'))?.focus({ preventScroll: true });
}

/** Navigates by a command and focuses the page's list, so that its keys work at once; `main` until the list appears. */
export function goAndFocus(go: () => void): void {
  flushSync(go);
  focusList();
}

/** Lets the list of a path have the focus when it appears, in place of the link that leads there. */
export function comeTo(path: string): void {
  comingPath = path;
}

/** Applies the text of a filter and opens the first row that it finds, at once or when the rows are loaded. */
export function openFirst(field: Element, apply: () => void): void {
  flushSync(apply);
  const first = firstRow();
  openingField = first === null ? field : null;
  first?.click();
}

function firstRow(): HTMLElement | null {
  return document.querySelector<HTMLElement>(`${LIST} :is([role="option"], [role="treeitem"])`);
}

/**
 * The ref of a list, which takes the focus when the page opens, unless something else on it has the focus. Opens its first row
 * when that was asked for before it was loaded.
 */
export function useListFocus<List extends HTMLElement>(): RefObject<List | null> {
  const list = useRef<List>(null);
  useEffect(() => {
    const { activeElement } = document;
    if (openingField !== null && activeElement === openingField) firstRow()?.click();
    openingField = null;
    const isAtLink =
      comingPath !== '' && location.pathname === comingPath && (activeElement?.closest('nav') ?? null) !== null;
    comingPath = '';
    if (isAtLink || isIdle(activeElement)) list.current?.focus({ preventScroll: true });
  }, []);
  return list;
}

/** True while nothing that a person chose has the focus. */
function isIdle(focused: Element | null): boolean {
  return focused === null || focused === document.body || focused.id === 'main';
}

/** The used part of a keyboard event. */
interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

/** The index that a key leads to from an index (-1 for none): arrows, J, K, Home, End, Page Up, Page Down. */
export function nextIndex(
  { key, ctrlKey, metaKey, altKey }: KeyPress,
  at: number,
  { count, page }: { count: number; page: number },
): number | undefined {
  if (ctrlKey || metaKey || altKey || count === 0) return undefined;
  const last = count - 1;
  switch (key) {
    case 'ArrowDown':
    case 'j':
      return Math.min(last, at + 1);
    case 'ArrowUp':
    case 'k':
      return Math.max(0, at - 1);
    case 'PageDown':
      return Math.min(last, at + page);
    case 'PageUp':
      return Math.max(0, at - page);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return undefined;
  }
}

/** Number of rows that a page key moves over: all that a list shows but one, which stays in view. */
export function rowsOfPage({ clientHeight }: Pick<Element, 'clientHeight'>, rowHeight: number): number {
  return Math.max(1, Math.floor(clientHeight / rowHeight) - 1);
}
