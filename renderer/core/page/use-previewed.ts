import { useRef } from 'react';

/** The item to show while none is chosen: the one that was chosen last, else the first; it stays while it is in the list. */
export function usePreviewed<Item>(
  items: readonly Item[],
  chosen: string,
  idOf: (item: Item) => string,
): Item | undefined {
  const kept = useRef('');
  const find = (id: string) => items.find((item) => idOf(item) === id);
  const item = find(chosen) ?? find(kept.current) ?? items[0];
  if (item !== undefined) kept.current = idOf(item);
  return item;
}
