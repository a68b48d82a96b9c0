/** The used part of a keyboard event. */
interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

/** The index that a key leads to from an index (-1 for none): arrows, J, K, Home, End, Page Up, Page Down. */
export function nextIndex(
  { key, ctrlKey, metaKey, altKey }: KeyPress,
  at: number,
  { count, page }: { count: number; page: number },
): number | undefined {
  if (ctrlKey || metaKey || altKey || count === 0) return undefined;
  const last = count - 1;
  switch (key) {
    case 'ArrowDown':
    case 'j':
      return Math.min(last, at + 1);
    case 'ArrowUp':
    case 'k':
      return Math.max(0, at - 1);
    case 'PageDown':
      return Math.min(last, at + page);
    case 'PageUp':
      return Math.max(0, at - page);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return undefined;
  }
}

/** Number of rows that a page key moves over: all that a list shows but one, which stays in view. */
export function rowsOfPage({ clientHeight }: Pick<Element, 'clientHeight'>, rowHeight: number): number {
  return Math.max(1, Math.floor(clientHeight / rowHeight) - 1);
}
