/** A list with one item at least, as its type says. Throws for an empty one. */
export function nonEmpty<Item>([first, ...rest]: readonly Item[]): [Item, ...Item[]] {
  if (first === undefined) throw new Error('the list is empty');
  return [first, ...rest];
}
