/** Any JSON value. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** A JSON object. */
export type JsonObject = { readonly [key: string]: Json };

/** True for a JSON object: neither null nor an array. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The fields of an object of any class. */
export function fieldsOf(value: object): Readonly<Record<string, unknown>> {
  return value as Readonly<Record<string, unknown>>;
}

/** Types a value that is known to be JSON: TypeScript does not accept interfaces as JSON. */
export function asJson(value: unknown): Json {
  return value as Json;
}

/** Types the result of a change that keeps the type of a JSON value. */
export function changedJson<Value extends object>(value: Value, change: (json: Json) => Json): Value {
  return change(asJson(value)) as Value;
}

/** An own field of an object; undefined when there is none, also for names such as `constructor`. */
export function ownField<T>(fields: { readonly [name: string]: T }, name: string): T | undefined {
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

/** Sets a field of any name: assigning `__proto__` would change the object instead. */
export function setField<T>(fields: { [name: string]: T }, name: string, value: T): void {
  if (name !== '__proto__') fields[name] = value;
  else Object.defineProperty(fields, name, { value, enumerable: true, writable: true, configurable: true });
}

/** True for a list. `Array.isArray` types items as `any`, and does not narrow read-only lists. */
export function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

/** Parses a JSON text. Throws `SyntaxError` when it is not valid. */
export function parseJson(text: string): Json {
  return parseOwnJson(text);
}

/** Parses a JSON text of a known type, which Hangar wrote or checked. Throws `SyntaxError` when it is not valid. */
// The caller names the type, and nothing else can.
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters
export function parseOwnJson<Value>(text: string): Value {
  return JSON.parse(text) as Value;
}

/** An object as plain JSON, without fields that are `undefined`. */
export function plainJson(value: object): Json {
  return parseJson(JSON.stringify(value));
}

/** Parses a JSON text; undefined when it is not valid. */
export function jsonOfText(text: string): Json | undefined {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/** Deep equality of two JSON values; the order of an object's keys does not matter. */
export function jsonEqual(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b)) {
    return Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((item, i) => jsonEqual(item, b[i]));
  }
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && jsonEqual(a[key], b[key]))
  );
}

/**
 * The text of a JSON value with keys in alphabetical order, so that equal values have equal texts. Implemented here, because
 * `JSON.stringify` is a tenth as fast with a callback for each value.
 */
export function canonicalJson(value: Json): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  let fields = '';
  for (const key of Object.keys(value).sort()) {
    fields += `${fields === '' ? '' : ','}${JSON.stringify(key)}:${canonicalJson(value[key] ?? null)}`;
  }
  return `{${fields}}`;
}

/** Path into a JSON value: names of fields and indexes of lists. */
export type JsonPath = readonly (string | number)[];

/** A path as one text, for comparison and lookup. */
export function pathKey(path: JsonPath): string {
  return path.join('\n');
}

/** A path in messages: `tasks[0].behavior.steps[2].do` */
export function pathText(path: readonly PropertyKey[]): string {
  let text = '';
  for (const step of path) {
    if (typeof step === 'number') text += `[${step}]`;
    else text += text === '' ? String(step) : `.${String(step)}`;
  }
  return text;
}

/** True when `path` equals `place` or is below it. */
export function isWithin(path: JsonPath, place: JsonPath): boolean {
  return place.every((step, index) => String(step) === String(path[index]));
}

/** The value at a path; undefined when there is none. */
export function valueAt(value: Json | undefined, path: JsonPath): Json | undefined {
  let at = value;
  for (const step of path) at = childOf(at, step);
  return at;
}

/** Replaces the value at a path; undefined removes it. Creates missing objects on the way. */
export function withValueAt(value: Json | undefined, path: JsonPath, next: Json | undefined): Json {
  const [step, ...rest] = path;
  if (step === undefined) return next ?? null;
  const child = rest.length === 0 ? next : withValueAt(childOf(value, step), rest, next);
  if (Array.isArray(value)) return replaced(value, Number(step), child);
  const fields = isJsonObject(value) ? value : {};
  if (child !== undefined) return { ...fields, [step]: child };
  return Object.fromEntries(Object.entries(fields).filter(([name]) => name !== String(step)));
}

/** The value if it is an object; otherwise an empty one. */
export function objectOf(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** The value if it is a list; otherwise an empty one. */
export function listOf(value: unknown): readonly Json[] {
  // Definitions are JSON.
  const json = asJson(value);
  return Array.isArray(json) ? json : [];
}

/** The value if it is a text; otherwise ''. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function childOf(value: Json | undefined, step: string | number): Json | undefined {
  if (Array.isArray(value)) return value[Number(step)];
  return isJsonObject(value) && Object.hasOwn(value, String(step)) ? value[String(step)] : undefined;
}

function replaced(list: readonly Json[], index: number, child: Json | undefined): Json[] {
  return child === undefined ? list.filter((_, at) => at !== index) : list.toSpliced(index, 1, child);
}

/** A definition as plain JSON. */
export function jsonOf(item: object): JsonObject {
  return objectOf(plainJson(item));
}
