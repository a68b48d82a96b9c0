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
  for (const [name, value] of new URLSearchParams(search)) {
    if (Object.hasOwn(query, name)) repeated.add(name);
    // No parameter has this name, and assigning it would not create a field.
    else if (name !== '__proto__') query[name] = value;
  }
  return { given: query, repeated };
}
