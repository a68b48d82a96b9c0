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

/** Focuses the first field of an element when it appears, also in a dialog; not while keys move along tabs. */
export function useFocusFirst(
  place: RefObject<HTMLElement | null>,
  { otherwise, wanted = true }: FocusOptions = {},
): void {
  useEffect(() => {
    const first = place.current?.querySelector<HTMLElement>(FIELD) ?? otherwise?.current;
    if (wanted && document.querySelector('[role="tab"]:focus-visible') === null) focusInitially(first);
  }, [place, otherwise, wanted]);
}

/**
 * Focuses the first problem that matches a selector and scrolls it into the middle; opens the card that holds it. Retries
 * until it is rendered.
 */
export function focusProblem(selector: string, triesLeft = 40): void {
  setTimeout(() => {
    const found = document.querySelector<HTMLElement>(selector);
    const isClosed = found?.ariaExpanded === 'false';
    if (isClosed) found.click();
    if ((found === null || isClosed) && triesLeft > 0) focusProblem(selector, triesLeft - 1);
    found?.focus({ preventScroll: true });
    found?.scrollIntoView({ block: 'center' });
  }, 50);
}

/** Focuses the first invalid field of a form that was not sent. */
export function focusInvalid(): void {
  focusProblem('form [aria-invalid="true"]');
}

/** Maximum number of elements that are remembered: the dialogs above one another, and what opened them. */
const MAX_REMEMBERED = 8;

/** The elements that had the focus, the latest first. */
const remembered: HTMLElement[] = [];

/**
 * Gives the focus back when a dialog, pop-over or menu closes: to the element that had it last and is still there.
 * Watches the containers of Mantine's portals, which hold all of them. Returns a function that ends it.
 */
export function returnFocusOfDialogs(): () => void {
  const remember = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement) || target === remembered[0]) return;
    remembered.unshift(target);
    remembered.length = Math.min(remembered.length, MAX_REMEMBERED);
  };
  const observer = new MutationObserver((records) => {
    for (const { addedNodes } of records) addedNodes.forEach((node) => isPortal(node) && watch(node));
    if (records.some(({ removedNodes }) => removedNodes.length > 0)) giveFocusBack();
  });
  const watch = (portal: Node) => observer.observe(portal, { childList: true, subtree: true });
  observer.observe(document.body, { childList: true });
  document.querySelectorAll('[data-portal]').forEach(watch);
  document.addEventListener('focusin', remember);
  return () => {
    observer.disconnect();
    document.removeEventListener('focusin', remember);
    remembered.length = 0;
  };
}

function isPortal(node: Node): boolean {
  return node instanceof HTMLElement && node.dataset['portal'] !== undefined;
}

/**
 * Focuses the latest of the remembered elements that is still there, the content of the page when none is; nothing while
 * something has the focus, or while that element is disabled: its action returns it.
 */
export function giveFocusBack(): void {
  if (document.activeElement !== document.body) return;
  const latest = remembered.find((element) => element.isConnected && element.checkVisibility());
  const target = latest ?? document.getElementById('main');
  if (target === null || target.matches(':disabled')) return;
  giveFocusBackAfter(target);
  target.focus({ preventScroll: true });
}

let stopWatching: () => void = () => {};

/** Gives the focus back once this element is removed, as the button of an action that can be done once, unless the focus moves before. */
export function giveFocusBackAfter(element: Element): void {
  stopWatching();
  const observer = new MutationObserver(() => {
    if (element.isConnected) return;
    stop();
    giveFocusBack();
  });
  const stopWhenMoved = ({ target }: FocusEvent) => target !== element && stop();
  const stop = (): void => {
    observer.disconnect();
    document.removeEventListener('focusin', stopWhenMoved);
  };
  stopWatching = stop;
  observer.observe(document.body, { childList: true, subtree: true });
  document.addEventListener('focusin', stopWhenMoved);
}

let isDown = false;
const waiting: (() => void)[] = [];

/**
 * Runs a function now, or after the current click; functions run in the order of the calls. A layout change between press and
 * release would move the button away, and the click would be lost.
 */
export function afterPointer(act: () => void): void {
  if (isDown || waiting.length > 0) waiting.push(act);
  else act();
}

function release(): void {
  isDown = false;
  // The click event follows the release.
  setTimeout(() => waiting.splice(0).forEach((act) => act()));
}

// Rules are tested without a window.
if ('addEventListener' in globalThis) {
  // Capturing, so that no handler can stop them.
  globalThis.addEventListener('pointerdown', () => (isDown = true), true);
  globalThis.addEventListener('pointerup', release, true);
  globalThis.addEventListener('pointercancel', release, true);
}
