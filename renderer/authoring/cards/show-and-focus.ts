import { flushSync } from 'react-dom';

/** Makes a change, and puts the focus on what it showed in the same moment: whoever types on loses no letter. */
export function showAndFocus(change: () => void, shown: () => HTMLElement | undefined): void {
  flushSync(change);
  shown()?.focus();
}
