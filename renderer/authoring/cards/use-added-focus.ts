import { useEffect, useRef } from 'react';

/** Focuses the first field of a new card, once it is rendered and no menu is open. */
export function useAddedFocus(keys: readonly string[]) {
  const container = useRef<HTMLDivElement>(null);
  const added = useRef('');
  // An open menu may move the focus at any time.
  const isMenuOpen = useRef(false);
  const focusAdded = () => {
    const at = keys.indexOf(added.current);
    if (at < 0 || isMenuOpen.current) return;
    added.current = '';
    focusFirstField(container.current, at);
  };
  useEffect(focusAdded);
  return {
    /** The element around the list. */
    container,
    /** Names the key of a new item, whose card gets the focus. */
    setAdded: (key: string) => void (added.current = key),
    /** Called with true when a menu opens and false when it has closed. */
    onMenu: (isOpen: boolean) => {
      isMenuOpen.current = isOpen;
      focusAdded();
    },
  };
}

/** A code editor that is still loading. */
const LOADING_EDITOR = '[data-code-editor]:empty';
const FIELD = `[data-fields] :is(input, textarea, select, [contenteditable], ${LOADING_EDITOR})`;

/** Focuses the first field of a card. Retries while its code editor loads, unless the focus moves elsewhere. */
function focusFirstField(container: HTMLElement | null, at: number, triesLeft = 200): void {
  const field = container?.querySelector('ol')?.children[at]?.querySelector<HTMLElement>(FIELD);
  if (field?.matches(LOADING_EDITOR) !== true) {
    field?.focus();
    return;
  }
  // The focus may still be in a closing menu.
  const before = document.activeElement;
  setTimeout(() => {
    const { activeElement, body } = document;
    const isIdle = activeElement === before || activeElement === body;
    if (triesLeft > 0 && isIdle) focusFirstField(container, at, triesLeft - 1);
  }, 50);
}
