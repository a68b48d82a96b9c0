import { flushSync } from 'react-dom';

/** Makes a change and focuses an element it shows, synchronously, so that no key press is lost. */
export function showAndFocus(change: () => void, shown: () => HTMLElement | undefined): void {
  flushSync(change);
  shown()?.focus();
}
