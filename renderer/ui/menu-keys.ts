/** The used part of a keyboard event within a pop-over. */
interface MenuKeyEvent {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly currentTarget: HTMLElement;
  readonly isDefaultPrevented: () => boolean;
  readonly preventDefault: () => void;
}

/** The index that a key leads to among named actions: arrows and letters go round, Home and End to the ends. */
export function nextAction(key: string, at: number, names: readonly string[]): number | undefined {
  const count = names.length;
  if (count === 0) return undefined;
  if (key === 'ArrowDown') return (at + 1) % count;
  if (key === 'ArrowUp') return at <= 0 ? count - 1 : at - 1;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  if (key.length > 1 || key === ' ') return undefined;
  const turned = names.map((_, index) => (at + 1 + index) % count);
  return turned.find((index) => names[index]?.trim().toLowerCase().startsWith(key.toLowerCase()));
}

/** Moves the focus among the actions of a menu or pop-over. Keys that it does not know keep their meaning. */
export function moveInMenu(event: MenuKeyEvent): void {
  const { key, ctrlKey, metaKey, altKey, currentTarget } = event;
  if (event.isDefaultPrevented() || ctrlKey || metaKey || altKey) return;
  const actions = [...currentTarget.querySelectorAll<HTMLElement>('button:not(:disabled), a[href]')];
  const at = actions.findIndex((action) => action === document.activeElement);
  const next = nextAction(
    key,
    at,
    actions.map(({ textContent }) => textContent),
  );
  if (next === undefined) return;
  event.preventDefault();
  actions[next]?.focus();
}
