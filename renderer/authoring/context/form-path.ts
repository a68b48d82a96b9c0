import type { Json } from '../../../shared/values/json.ts';
import { type JsonPath, objectOf, textOf, valueAt } from './json-path.ts';

/** Where the parameters are of the form that a parameter belongs to. */
export function formPathOf(path: JsonPath): JsonPath {
  return path.slice(0, path.lastIndexOf('parameters') + 1);
}

/** How expressions of its form name a parameter's one value: `params.order.amount`; undefined where it has several, or no name yet. */
export function valuePathOf(draft: Json, path: JsonPath): string | undefined {
  const form = formPathOf(path);
  // Beyond the form's path: an index, then `params` and an index for each object it lies in.
  const ends = path.flatMap((step, index) => (index >= form.length && typeof step === 'number' ? [index + 1] : []));
  const chain = ends.map((end) => objectOf(valueAt(draft, path.slice(0, end))));
  const slugs = chain.map(({ slug }) => textOf(slug));
  if (chain.some(({ multi }) => multi === true) || slugs.includes('')) return undefined;
  return ['params', ...slugs].join('.');
}
