/** Maximum number of elements that are remembered: the dialogs above one another, and what opened them. */
const MAX_REMEMBERED = 8;

/**
 * Gives the focus back when a dialog, pop-over or menu closes: to the element that had it last and is still there.
 * Watches the containers of Mantine's portals, which hold all of them. Returns a function that ends it.
 */
export function returnFocusOfDialogs(): () => void {
  const remembered: HTMLElement[] = [];
  const remember = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement) || target === remembered[0]) return;
    remembered.unshift(target);
    remembered.length = Math.min(remembered.length, MAX_REMEMBERED);
  };
  const observer = new MutationObserver((records) => {
    for (const { addedNodes } of records) addedNodes.forEach((node) => isPortal(node) && watch(node));
    if (document.activeElement === document.body && records.some(({ removedNodes }) => removedNodes.length > 0))
      giveBack(remembered);
  });
  const watch = (portal: Node) => observer.observe(portal, { childList: true, subtree: true });
  observer.observe(document.body, { childList: true });
  document.querySelectorAll('[data-portal]').forEach(watch);
  document.addEventListener('focusin', remember);
  return () => {
    observer.disconnect();
    document.removeEventListener('focusin', remember);
  };
}

function isPortal(node: Node): boolean {
  return node instanceof HTMLElement && node.dataset['portal'] !== undefined;
}

/** Focuses the latest of the elements that is still there. Nothing gets the focus while that one is disabled: its action returns it. */
function giveBack(elements: readonly HTMLElement[]): void {
  const latest = elements.find((element) => element.isConnected && element.checkVisibility());
  if (latest?.matches(':disabled') === false) latest.focus({ preventScroll: true });
}
