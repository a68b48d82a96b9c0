/** Query parameters by name. */
export type Query = Readonly<Record<string, string>>;

/** A parsed query. Of a repeated parameter, the first value. */
interface GivenQuery {
  readonly given: Query;
  readonly repeated: ReadonlySet<string>;
}

const EMPTY: GivenQuery = { given: Object.freeze({}), repeated: new Set() };

/** Parses a query with or without its `?`. */
export function parseQuery(search: string): GivenQuery {
  if (search.length <= 1) return EMPTY;
  const query: Record<string, string> = {};
  const repeated = new Set<string>();
  // URLSearchParams handles every form but is slow; most queries are a plain `?id=run…`.
  const pairs = /[%+]/.test(search) ? new URLSearchParams(search) : plainPairs(search);
  for (const [name, value] of pairs) {
    if (Object.hasOwn(query, name)) repeated.add(name);
    // No parameter has this name, and assigning it would not create a field.
    else if (name !== '__proto__') query[name] = value;
  }
  return { given: query, repeated };
}

function plainPairs(search: string): [string, string][] {
  const pairs: [string, string][] = [];
  for (let from = search.startsWith('?') ? 1 : 0; from < search.length;) {
    const next = search.indexOf('&', from);
    const end = next === -1 ? search.length : next;
    const equals = search.indexOf('=', from);
    if (equals !== -1 && equals < end) pairs.push([search.slice(from, equals), search.slice(equals + 1, end)]);
    else if (end > from) pairs.push([search.slice(from, end), '']);
    from = end + 1;
  }
  return pairs;
}
