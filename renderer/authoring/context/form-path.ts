import { type Json, type JsonPath, objectOf, textOf, valueAt } from '../../../shared/values/json.ts';

/** The path of the form that contains a parameter. */
export function formPathOf(path: JsonPath): JsonPath {
  return path.slice(0, path.lastIndexOf('parameters') + 1);
}

/**
 * The expression for a parameter's value, such as `params.order.amount`; undefined for a list or a parameter without a
 * name.
 */
export function valuePathOf(draft: Json, path: JsonPath): string | undefined {
  const form = formPathOf(path);
  // After the form's path: an index, then `params` and an index for each enclosing object.
  const ends = path.flatMap((step, index) => (index >= form.length && typeof step === 'number' ? [index + 1] : []));
  const chain = ends.map((end) => objectOf(valueAt(draft, path.slice(0, end))));
  const slugs = chain.map(({ slug }) => textOf(slug));
  if (chain.some(({ multi }) => multi === true) || slugs.includes('')) return undefined;
  return ['params', ...slugs].join('.');
}
