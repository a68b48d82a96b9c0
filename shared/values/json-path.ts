import { asJson, isJsonObject, type Json, type JsonObject, plainJson } from './json.ts';

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
