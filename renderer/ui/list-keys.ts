/** The part of a keyboard event that lists look at. */
interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

/** Where a key leads in a list, from a place (-1 for none): arrows, J and K, Home, End, Page Up and Down. */
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
