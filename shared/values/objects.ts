/** The table of these entries. */
export function tableFrom<Name extends string, Value>(
  entries: readonly (readonly [Name, Value])[],
): Record<Name, Value> {
  // The names are all of their type.
  return Object.fromEntries(entries) as Record<Name, Value>;
}

/** A table with one entry for each name. */
export function tableOf<Name extends string, Value>(
  names: readonly Name[],
  valueOf: (name: Name) => Value,
): Record<Name, Value> {
  return tableFrom(names.map((name) => [name, valueOf(name)]));
}

/** The names of a table's entries, in its order. Only for tables without fields beyond their type. */
export function keysOf<Table extends object>(table: Table): readonly (keyof Table & string)[] {
  // Object.keys widens the names, since an object may have more fields than its type.
  return Object.keys(table) as (keyof Table & string)[];
}

/** The fields of an object that are not `undefined`. */
export function definedFields<Fields extends object>(
  fields: Fields,
): { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> } {
  const defined = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(defined) as { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> };
}

/** A function that keeps its result for each object while the object lives. The objects must not change. */
export function memoizeByObject<Key extends object, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const kept = new WeakMap<Key, { readonly value: Value }>();
  return (key) => {
    const known = kept.get(key) ?? { value: make(key) };
    kept.set(key, known);
    return known.value;
  };
}

/**
 * Does not compile when a destructured object has fields left: pass it the rest. The linter reports fields that are destructured
 * and not used. Does nothing at run time.
 */
export const assertAllRead: (rest: Record<string, never>) => void = () => undefined;
