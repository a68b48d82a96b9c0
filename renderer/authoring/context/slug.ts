import { MAX_CHARACTERS } from '../../../shared/values/limits.ts';
import { type Json, type JsonObject, objectOf, textOf } from '../../../shared/values/json.ts';

/** Maximum number of characters of a slug, as in `shared/values/identifier.ts`. */
const MAX_SLUG = 100;

/** The slug for a name, such as `order_id` for `Order ID`. Valid in expressions. */
export function slugOfName(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const slug = plain.replace(/[^a-z0-9]+/g, '_').replace(/^_+|_+$/g, '');
  return (/^\d/.test(slug) ? `n${slug}` : slug).slice(0, MAX_SLUG);
}

/** A copy of a definition with a free slug. */
export function copyOf(value: JsonObject, items: readonly { readonly slug: string }[]): JsonObject {
  const wanted = withEnd(textOf(value['slug']), '_copy', MAX_SLUG);
  const slug = freeSlug(wanted, new Set(items.map((item) => item.slug)));
  const name = textOf(value['name']);
  return { ...value, slug, ...(name === '' ? {} : { name: withEnd(name, ' (copy)', MAX_CHARACTERS.name) }) };
}

/** An item to add to a list, with a slug that no other item has. */
export function copyWithFreeSlug(item: Json, items: readonly Json[]): JsonObject {
  return withFreeName('slug', item, items);
}

/** An item to add to a list, with a name in a field that no other item has there; one without a name as it is. */
export function withFreeName(field: string, item: Json, items: readonly Json[]): JsonObject {
  const nameOf = (each: Json) => textOf(objectOf(each)[field]);
  const name = nameOf(item);
  return name === '' ? objectOf(item) : { ...objectOf(item), [field]: freeSlug(name, new Set(items.map(nameOf))) };
}

/** The name of a definition, else its slug; '' when it has neither. */
export function nameOrSlug({ name, slug }: JsonObject): string {
  return textOf(name) || textOf(slug);
}

/** The slug, with a number appended when it is taken. @param most maximum number of characters */
export function freeSlug(slug: string, taken: ReadonlySet<string>, most = MAX_SLUG): string {
  let free = slug.slice(0, most);
  for (let count = 2; taken.has(free); count++) free = withEnd(slug, `_${count}`, most);
  return free;
}

/** Appends an end to a text, which is shortened where both would have more than `most` characters. */
function withEnd(text: string, end: string, most: number): string {
  return text.slice(0, most - end.length) + end;
}
