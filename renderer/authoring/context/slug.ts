import { type Json, type JsonObject, objectOf, textOf } from './json-path.ts';

/** The slug for a name, such as `order_id` for `Order ID`. Valid in expressions. */
export function slugOfName(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const slug = plain.replace(/[^a-z0-9]+/g, '_').replace(/^_+|_+$/g, '');
  return (/^\d/.test(slug) ? `n${slug}` : slug).slice(0, 100);
}

/** A copy of a definition with a free slug. */
export function copyOf(value: JsonObject, items: readonly { readonly slug: string }[]): JsonObject {
  const slug = freeSlug(`${textOf(value['slug'])}_copy`, new Set(items.map((item) => item.slug)));
  const name = textOf(value['name']);
  return { ...value, slug, ...(name === '' ? {} : { name: `${name} (copy)` }) };
}

/** A copy of an item of a list, with a slug that no other item has. */
export function copyWithFreeSlug(item: Json, items: readonly Json[]): JsonObject {
  const slugOf = (each: Json) => textOf(objectOf(each)['slug']);
  return { ...objectOf(item), slug: freeSlug(slugOf(item), new Set(items.map(slugOf))) };
}

/** The name of a definition, else its slug; '' when it has neither. */
export function nameOrSlug({ name, slug }: JsonObject): string {
  return textOf(name) || textOf(slug);
}

/** The slug, with a number appended when it is taken. */
export function freeSlug(slug: string, taken: ReadonlySet<string>): string {
  let free = slug;
  for (let count = 2; taken.has(free); count++) free = `${slug}_${count}`;
  return free;
}
