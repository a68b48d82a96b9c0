/** The one of a list that a reference names: by its ID, else by its slug. */
export function findByReference<Item extends { readonly id: string; readonly slug: string }>(
  items: readonly Item[],
  reference: string | undefined,
): Item | undefined {
  return items.find(({ id }) => id === reference) ?? items.find(({ slug }) => slug === reference);
}
