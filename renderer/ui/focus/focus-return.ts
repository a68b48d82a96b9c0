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
