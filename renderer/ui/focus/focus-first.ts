import { type RefObject, useEffect } from 'react';

const FIELD =
  ':is(input:not([type="hidden"], [type="file"], [hidden]), select, textarea, [contenteditable="true"]):not(:disabled)';

interface FocusOptions {
  /** Focused when there is no field. */
  readonly otherwise?: RefObject<HTMLElement | null>;
  /** False for an existing item; true by default. */
  readonly wanted?: boolean;
}

/** Focuses an element that has appeared, also in a dialog. */
export function focusInitially(element: HTMLElement | null | undefined): void {
  if (element === null || element === undefined) return;
  // Mantine's dialogs and popovers focus the marked element when they open, unless its code is loaded only then.
  element.dataset['autofocus'] = 'true';
  element.focus();
}

/** Focuses the first field of an element when it appears, also in a dialog. */
export function useFocusFirst(
  place: RefObject<HTMLElement | null>,
  { otherwise, wanted = true }: FocusOptions = {},
): void {
  useEffect(() => {
    const first = place.current?.querySelector<HTMLElement>(FIELD) ?? otherwise?.current;
    if (wanted) focusInitially(first);
  }, [place, otherwise, wanted]);
}
