import type { Json, JsonObject } from '../../../shared/values/json.ts';
import { objectOf, textOf } from './json-path.ts';

/** The slug that a name suggests: `Order ID` gives `order_id`. Usable in expressions. */
export function slugOfName(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const slug = plain.replace(/[^a-z0-9]+/g, '_').replace(/^_+|_+$/g, '');
  return (/^\d/.test(slug) ? `n${slug}` : slug).slice(0, 100);
}

/** A copy of something with a name and a slug, under a slug that is free. */
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

/** What something with a name and a slug is called; '' while it has neither. */
export function nameOrSlug({ name, slug }: JsonObject): string {
  return textOf(name) || textOf(slug);
}

/** The slug, with a number behind it when it is taken. */
export function freeSlug(slug: string, taken: ReadonlySet<string>): string {
  let free = slug;
  for (let count = 2; taken.has(free); count++) free = `${slug}_${count}`;
  return free;
}
