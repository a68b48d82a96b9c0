import { isJsonObject, type Json, type JsonObject } from '../../../shared/values/json.ts';
import type { JsonPath } from '../context/json-path.ts';
import { messageOf } from '../../../shared/values/message-of.ts';

/** Stands in a draft where a text was typed that is no JSON yet. */
const UNPARSED = '$unread';
/** Stands in a draft for an object whose rows no object could hold as typed: names used twice, or reordered by their form. */
const ROWS = '$rows';
/** Names of a draft's top that are the editor's own begin with this. */
const OWN = '$';

/** A row of an object as typed. */
export type MapRow = readonly [name: string, value: Json];

/** A text that cannot be read yet, as the draft keeps it. */
export function unparsed(text: string): Json {
  return { [UNPARSED]: text };
}

/** The text that could not be read; undefined when the value is an ordinary one. */
export function unparsedText(value: Json | undefined): string | undefined {
  const text = isJsonObject(value) ? value[UNPARSED] : undefined;
  return typeof text === 'string' ? text : undefined;
}

/** The rows of an object, also of one that is not finished. */
export function rowsOf(value: Json | undefined): readonly MapRow[] {
  if (!isJsonObject(value)) return [];
  const rows = value[ROWS];
  if (!Array.isArray(rows)) return Object.entries(value);
  return rows.map((row) =>
    Array.isArray(row) ? [typeof row[0] === 'string' ? row[0] : '', row[1] ?? null] : ['', null],
  );
}

/** The rows as an object where one can hold them. */
export function mapOfRows(rows: readonly MapRow[]): Json {
  const names = rows.map(([name]) => name);
  // JavaScript puts names that are whole numbers first, which would move a row while its name is typed.
  const isPlain = new Set(names).size === names.length && !names.some((name) => /^\d+$/.test(name));
  return isPlain ? Object.fromEntries(rows) : { [ROWS]: rows.map(([name, value]) => [name, value]) };
}

/** The draft as it would be saved: without the editor's own parts, unfinished rows as the object they make. */
export function toSaved(draft: JsonObject): JsonObject {
  const own = Object.entries(draft).filter(([name]) => !name.startsWith(OWN));
  return Object.fromEntries(own.map(([name, value]) => [name, withoutRows(value)]));
}

/** What values of drafts came to. Drafts are immutable, so what was not changed is not made anew, and stays the same object. */
const cache = new WeakMap<object, Json>();

function withoutRows(value: Json): Json {
  if (typeof value !== 'object' || value === null) return value;
  const cached = cache.get(value) ?? (Array.isArray(value) ? value.map(withoutRows) : fieldsWithoutRows(value));
  cache.set(value, cached);
  return cached;
}

function fieldsWithoutRows(value: JsonObject): Json {
  const entries = ROWS in value ? rowsOf(value) : Object.entries(value);
  return Object.fromEntries(entries.map(([name, item]) => [name, withoutRows(item)]));
}

/** What is not finished in a draft: texts that cannot be read, and names used twice. */
export function unparsedParts(value: Json, path: JsonPath = []): { path: JsonPath; text: string }[] {
  const text = unparsedText(value);
  if (text !== undefined) return [{ path, text: `is not JSON: ${jsonError(text)}` }];
  if (Array.isArray(value)) return value.flatMap((item, index) => unparsedParts(item, [...path, index]));
  if (!isJsonObject(value)) return [];
  const rows = rowsOf(value);
  const names = rows.map(([name]) => name);
  const twice = new Set(names.filter((name, index) => names.indexOf(name) !== index));
  return [
    ...[...twice].map((name) => ({ path: [...path, name], text: `“${name}” is used twice` })),
    ...rows.flatMap(([name, item]) => unparsedParts(item, [...path, name])),
  ];
}

function jsonError(text: string): string {
  try {
    JSON.parse(text);
    return 'it changed its meaning';
  } catch (error) {
    return messageOf(error);
  }
}
