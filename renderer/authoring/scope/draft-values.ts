import { isJsonObject, type Json, type JsonObject, type JsonPath } from '../../../shared/values/json.ts';
import { memoizeByObject } from '../../../shared/values/objects.ts';
import { jsonSyntaxError } from '../../../shared/values/json-text.ts';

/** Marks a text in a draft that is not valid JSON. */
const UNPARSED = '$unread';
/** Marks rows in a draft that no object can represent: duplicate names, or names that an object would reorder. */
const ROWS = '$rows';
/** Prefix of top-level properties that belong to the editor. */
const OWN = '$';

/** A row of an object as typed. */
export type MapRow = readonly [name: string, value: Json];

/** The draft value of a text that cannot be parsed. */
export function unparsed(text: string): Json {
  return { [UNPARSED]: text };
}

/** The text that could not be parsed; undefined for an ordinary value. */
export function unparsedText(value: Json | undefined): string | undefined {
  const text = isJsonObject(value) ? value[UNPARSED] : undefined;
  return typeof text === 'string' ? text : undefined;
}

/** The rows of an object, or of a draft value with rows. */
export function rowsOf(value: Json | undefined): readonly MapRow[] {
  if (!isJsonObject(value)) return [];
  const rows = value[ROWS];
  if (!Array.isArray(rows)) return Object.entries(value);
  return rows.map((row) =>
    Array.isArray(row) ? [typeof row[0] === 'string' ? row[0] : '', row[1] ?? null] : ['', null],
  );
}

/** The object of some rows, or a draft value when no object can represent them. */
export function mapOfRows(rows: readonly MapRow[]): Json {
  const names = rows.map(([name]) => name);
  // JavaScript puts integer-like names first, which would move a row while its name is typed.
  const isPlain = new Set(names).size === names.length && !names.some((name) => /^\d+$/.test(name));
  return isPlain ? Object.fromEntries(rows) : { [ROWS]: rows.map(([name, value]) => [name, value]) };
}

/** The rows with a value for a name, in place of its first row; undefined removes the name. */
export function withRow(rows: readonly MapRow[], name: string, value: Json | undefined): readonly MapRow[] {
  const others = rows.filter(([each]) => each !== name);
  if (value === undefined) return others;
  const at = rows.findIndex(([each]) => each === name);
  return others.toSpliced(at < 0 ? others.length : at, 0, [name, value]);
}

/** The draft as it would be saved: without the editor's properties, rows as objects. */
export function toSaved(draft: JsonObject): JsonObject {
  const own = Object.entries(draft).filter(([name]) => !name.startsWith(OWN));
  return Object.fromEntries(own.map(([name, value]) => [name, withoutRows(value)]));
}

function withoutRows(value: Json): Json {
  return typeof value === 'object' && value !== null ? convertedParts(value) : value;
}

/** Drafts are immutable, so unchanged parts stay the same objects. */
const convertedParts = memoizeByObject((value: Json[] | JsonObject): Json =>
  Array.isArray(value) ? value.map(withoutRows) : fieldsWithoutRows(value),
);

function fieldsWithoutRows(value: JsonObject): Json {
  const entries = ROWS in value ? rowsOf(value) : Object.entries(value);
  return Object.fromEntries(entries.map(([name, item]) => [name, withoutRows(item)]));
}

/** Values without a problem. Drafts are immutable, so they stay so. */
const sound = new WeakSet<object>();

/** The unparsable texts and duplicate names of a draft. */
export function unparsedParts(value: Json, path: JsonPath = []): UnparsedPart[] {
  if (typeof value !== 'object' || value === null || sound.has(value)) return [];
  const found = partsIn(value, path);
  if (found.length === 0) sound.add(value);
  return found;
}

/** A part of a draft that cannot be saved. */
interface UnparsedPart {
  readonly path: JsonPath;
  readonly text: string;
}

function partsIn(value: Json, path: JsonPath): UnparsedPart[] {
  const text = unparsedText(value);
  if (text !== undefined) return [{ path, text: `is not JSON: ${jsonSyntaxError(text, 'it changed its meaning')}` }];
  if (Array.isArray(value)) return value.flatMap((item, index) => unparsedParts(item, [...path, index]));
  if (!isJsonObject(value)) return [];
  const rows = rowsOf(value);
  const [once, twice] = [new Set<string>(), new Set<string>()];
  for (const [name] of rows) (once.has(name) ? twice : once).add(name);
  return [
    ...[...twice].map((name) => ({ path: [...path, name], text: `“${name}” is used twice` })),
    ...rows.flatMap(([name, item]) => unparsedParts(item, [...path, name])),
  ];
}
