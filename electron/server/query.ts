import { ApiError } from '../../shared/http/errors.ts';

/** A query's parameters by name. */
export type Query = Readonly<Record<string, string>>;

const EMPTY: Query = Object.freeze(Object.create(null) as Record<string, string>);

/** Reads a query with or without its `?`. A parameter given twice is an error: which one counts would be a guess. */
export function parseQuery(search: string): Query {
  if (search.length <= 1) return EMPTY;
  // Without a prototype, so that `__proto__` is a name like any other.
  const query = Object.create(null) as Record<string, string>;
  const repeated = new Set<string>();
  for (const [name, value] of pairsOf(search)) {
    if (name in query) repeated.add(name);
    else query[name] = value;
  }
  if (repeated.size === 0) return query;
  const faults = [...repeated].map((name) => `${name}: is given more than once`);
  throw new ApiError('invalid_request', `${faults.join('; ')}.`);
}

/** URLSearchParams is right for everything and slow; most queries are a plain `id=run…`. */
function pairsOf(search: string): Iterable<[string, string]> {
  if (/[%+]/.test(search)) return new URLSearchParams(search);
  const text = search.startsWith('?') ? search.slice(1) : search;
  return text
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair): [string, string] => {
      const equals = pair.indexOf('=');
      return equals === -1 ? [pair, ''] : [pair.slice(0, equals), pair.slice(equals + 1)];
    });
}
