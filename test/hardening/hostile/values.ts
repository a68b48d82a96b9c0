import { isJsonObject, type Json, valueAt, withValueAt, type JsonPath } from '../../../shared/values/json.ts';

/** Values that no field of an entity should have, and some that some may have. */
export const HOSTILE_VALUES: readonly Json[] = [
  ...['', '../../../../etc/passwd', '..\\..\\x', '/etc/passwd', 'a/b', '.', '..', '\0', 'run\u202e', '\ud800'],
  ...['a\r\nX-Evil: 1', '\u001b]52;c;eA==\u0007', 'x'.repeat(30_000)],
  ...['__proto__', 'constructor', 'toString', 'run20261120z0000000000', 'Active', 'Succeeded'],
  ...[-1, 0.5, 1e15, 8.64e18, Number.MAX_SAFE_INTEGER, true, null],
  ...[[], {}, [[]], [null], ['run20261120z0000000000'], { a: { b: {} } }],
  JSON.parse('{"__proto__": {"polluted": true}, "constructor": {"prototype": {"polluted": true}}}') as Json,
  nested(90),
];

function nested(levels: number): Json {
  let value: Json = [];
  for (let i = 0; i < levels; i++) value = [value];
  return value;
}

/** Names that no field should have, and some that some may have. */
const HOSTILE_NAMES = ['__proto__', 'constructor', 'toString', '', 'a.b', '../x', '\ud800', 'x'.repeat(30_000)];

/** A value whose entry at this path has each hostile name instead of its own. */
export function withHostileNames(value: Json, path: JsonPath): Json[] {
  const above = path.slice(0, -1);
  const rest = withValueAt(value, path, undefined);
  return HOSTILE_NAMES.map((name) => withValueAt(rest, [...above, name], valueAt(value, path)));
}

/** Every place within a value, itself left out; of lists the first item, since the others are like it. */
export function placesIn(value: Json, path: JsonPath = [], isTuple = false): JsonPath[] {
  const below = Array.isArray(value)
    ? value.slice(0, isTuple ? undefined : 1).map((item, i): [string | number, Json] => [i, item])
    : isJsonObject(value)
      ? Object.entries(value)
      : [];
  return below.flatMap(([step, item]) => [[...path, step], ...placesIn(item, [...path, step])]);
}

/**
 * Values with their numbers: each for what lies at the top of a thing, and for what lies deeper some, others from place to
 * place, since what checks them is the same.
 */
export function thinned<T>(values: readonly T[], path: JsonPath, every = 7): (readonly [number, T])[] {
  const turn = path.join('.').length;
  return [...values.entries()].filter(([i]) => path.length <= 1 || (i + turn) % every === 0);
}

/**
 * Adds a value to those that were seen; false for a known one. Samples that differ only in the place that is attacked, such as
 * those with each choice of it, become the same once it has a hostile value.
 */
export function isNew(seen: Set<string>, value: Json | undefined): boolean {
  const before = seen.size;
  return seen.add(JSON.stringify(value)).size > before;
}

/** A text as it can be sent in an address: half a character cannot be. */
export function sendable(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\ufffd');
}
