import { isJsonObject, type Json, type JsonObject, plainJson } from './json.ts';

/** Steps into a JSON value: names of fields and places in lists. */
export type JsonPath = readonly (string | number)[];

/** A path as one text, to compare and to look up. */
export function pathKey(path: JsonPath): string {
  return path.join('\n');
}

/** A path as messages write it: `tasks[0].behavior.steps[2].do` */
export function pathText(path: readonly PropertyKey[]): string {
  let text = '';
  for (const step of path) {
    if (typeof step === 'number') text += `[${step}]`;
    else text += text === '' ? String(step) : `.${String(step)}`;
  }
  return text;
}

/** True when `path` lies at or below `place`. */
export function isWithin(path: JsonPath, place: JsonPath): boolean {
  return place.every((step, index) => String(step) === String(path[index]));
}

/** What stands at a path; undefined where nothing does. */
export function valueAt(value: Json | undefined, path: JsonPath): Json | undefined {
  let at = value;
  for (const step of path) at = childOf(at, step);
  return at;
}

/** The value with another one at a path; undefined takes it away. Objects that lack on the way are made. */
export function withValueAt(value: Json | undefined, path: JsonPath, next: Json | undefined): Json {
  const [step, ...rest] = path;
  if (step === undefined) return next ?? null;
  const child = rest.length === 0 ? next : withValueAt(childOf(value, step), rest, next);
  if (Array.isArray(value)) return replaced(value, Number(step), child);
  const fields = isJsonObject(value) ? value : {};
  if (child !== undefined) return { ...fields, [step]: child };
  return Object.fromEntries(Object.entries(fields).filter(([name]) => name !== String(step)));
}

/** The value as an object; an empty one when it is none. */
export function objectOf(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** The value as a list; an empty one when it is none. */
export function listOf(value: unknown): readonly Json[] {
  // What definitions hold is JSON.
  return Array.isArray(value) ? (value as Json[]) : [];
}

/** The value as text; '' when it is none. */
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

/** A saved thing as plain JSON. */
export function jsonOf(item: object): JsonObject {
  return objectOf(plainJson(item));
}
