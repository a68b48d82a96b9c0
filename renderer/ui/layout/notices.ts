import { type NotificationData, notifications } from '@mantine/notifications';
import { useEffect } from 'react';
import { stripBidiControls } from '../text/shown-text.tsx';

interface Notice {
  /** The path of the page on which it was shown. */
  readonly path: string;
  /** True for an offer, such as Undo, which goes only when one leaves the place. */
  readonly isOffer: boolean;
}

/** The notices that were shown and not hidden, by ID. */
const shown = new Map<string, Notice>();

/** Shows a notice, in the place of the one before unless that is an offer. Returns its ID. */
export function showNotice(notice: NotificationData, isOffer = false): string {
  hideWhere((other) => !other.isOffer);
  const id = notifications.show({ ...notice, message: stripBidiControls(notice.message) });
  shown.set(id, { path: location.pathname, isOffer });
  return id;
}

/** Hides the offers to undo parts of something that goes itself, such as a draft. */
export function hideOffers(): void {
  hideWhere(({ isOffer }) => isOffer);
}

/** Hides the notices of pages that one has left. */
export function hideNoticesOfOtherPages(): void {
  const here = location.pathname;
  hideWhere(({ path, isOffer }) => (isOffer ? placeOf(path) !== placeOf(here) : path !== here));
}

function hideWhere(isOver: (notice: Notice) => boolean): void {
  for (const [id, notice] of shown) {
    if (!isOver(notice)) continue;
    shown.delete(id);
    notifications.hide(id);
  }
}

/** The first part of a path, which names a place of the navigation. */
function placeOf(path: string): string | undefined {
  return path.split('/')[1];
}

/** Marks an element that notifications must not cover. */
export const KEEP_CLEAR = { 'data-keep-clear': true };

/** Places the notifications above the marked elements in the lower half of the window; Shell.module.css reads the variable. */
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
