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

/** Places the notifications again when a marked element appears, changes or disappears. */
export function useKeptClear(state: unknown): void {
  useEffect(() => {
    placeToasts();
    return placeToasts;
  }, [state]);
}
