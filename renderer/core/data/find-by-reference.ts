/** The item with the referenced ID, else the one with that slug. */
export function findByReference<Item extends { readonly id: string; readonly slug: string }>(
  items: readonly Item[],
  reference: string | undefined,
): Item | undefined {
  return items.find(({ id }) => id === reference) ?? items.find(({ slug }) => slug === reference);
}
