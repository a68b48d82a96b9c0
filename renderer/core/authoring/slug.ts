/** The slug that a name suggests: `Order ID` gives `order_id`. Usable in expressions. */
export function slugOfName(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const slug = plain.replace(/[^a-z0-9]+/g, '_').replace(/^_+|_+$/g, '');
  return (/^\d/.test(slug) ? `n${slug}` : slug).slice(0, 100);
}

/** The slug, with a number behind it when it is taken. */
export function freeSlug(slug: string, taken: ReadonlySet<string>): string {
  let free = slug;
  for (let count = 2; taken.has(free); count++) free = `${slug}_${count}`;
  return free;
}
