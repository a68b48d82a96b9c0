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
