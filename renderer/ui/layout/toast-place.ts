import { useEffect } from 'react';

/** Marks an element that notifications must not cover. */
export const KEEP_CLEAR = { 'data-keep-clear': true };

/** Places the notifications above the marked elements in the lower half of the window; App.module.css reads the variable. */
export function placeToasts(): void {
  const { documentElement } = document;
  const kept = [...document.querySelectorAll('[data-keep-clear]')];
  const heights = kept
    .map((element) => window.innerHeight - element.getBoundingClientRect().top)
    .filter((height) => height < window.innerHeight / 2);
  documentElement.style.setProperty('--h-toasts', `${Math.max(0, ...heights)}px`);
}

/**
 * Places the notifications again when a marked element appears, changes or disappears. With the next frame, which lays
 * the page out anyway: the change may be by a key in a large form.
 */
export function useKeptClear(state: unknown): void {
  useEffect(() => {
    requestAnimationFrame(placeToasts);
    return () => void requestAnimationFrame(placeToasts);
  }, [state]);
}
