import { isJsonObject, type Json } from '../../../../shared/values/json.ts';
import { jsonLines } from '../../../ui/text/json-lines.ts';
import { alignLines, type ComparedRow, type RowState } from './compared-lines.ts';

/** Two JSON values side by side. Aligns fields by name in any order, and items of a list by content. */
export function compareJson(left: Json, right: Json): ComparedRow[] {
  const rows: ComparedRow[] = [];
  compare({ left, right, name: '', depth: 0 }, rows);
  return rows;
}

interface Pair {
  readonly left: Json | undefined;
  readonly right: Json | undefined;
  readonly name: string;
  readonly depth: number;
}

function compare({ left, right, name, depth }: Pair, rows: ComparedRow[]): void {
  if (isFilled(left) && isFilled(right) && Array.isArray(left) === Array.isArray(right)) {
    const [open, close] = Array.isArray(left) ? ['[', ']'] : ['{', '}'];
    rows.push(both(indented(depth, name, open)));
    if (Array.isArray(left) && Array.isArray(right)) compareItems(left, right, depth + 1, rows);
    else if (isJsonObject(left) && isJsonObject(right)) compareFields(left, right, depth + 1, rows);
    rows.push(both(indented(depth, '', close)));
    return;
  }
  const [atLeft, atRight] = [left, right].map((value) => (value === undefined ? [] : linesOf(value, name, depth)));
  for (let n = 0; n < Math.max(atLeft?.length ?? 0, atRight?.length ?? 0); n++) {
    rows.push(rowOf(atLeft?.[n], atRight?.[n]));
  }
}

type Fields = Readonly<Record<string, Json>>;

function compareFields(left: Fields, right: Fields, depth: number, rows: ComparedRow[]): void {
  for (const key of new Set([...Object.keys(left), ...Object.keys(right)])) {
    const own = (value: Fields): Json | undefined => (Object.hasOwn(value, key) ? value[key] : undefined);
    compare({ left: own(left), right: own(right), name: JSON.stringify(key), depth }, rows);
  }
}

function compareItems(left: readonly Json[], right: readonly Json[], depth: number, rows: ComparedRow[]): void {
  const texts = (items: readonly Json[]) => items.map((item) => JSON.stringify(item));
  for (const row of alignLines(texts(left), texts(right))) {
    compare({ left: left[row.left ?? -1], right: right[row.right ?? -1], name: '', depth }, rows);
  }
}

/** Returns true for a list or an object that has entries. */
function isFilled(value: Json | undefined): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0;
}

function both(text: string): ComparedRow {
  return { state: 'same', left: text, right: text };
}

function rowOf(left: string | undefined, right: string | undefined): ComparedRow {
  const state: RowState =
    left === right ? 'same' : left === undefined ? 'right' : right === undefined ? 'left' : 'changed';
  return { state, left: left ?? '', right: right ?? '' };
}

const NOTHING: ReadonlySet<string> = new Set();

/** The lines of a value as a tree, without commas. */
function linesOf(value: Json, name: string, depth: number): string[] {
  return jsonLines(value, NOTHING).map((line, index) =>
    indented(depth + line.depth, index === 0 ? name : line.name, line.text),
  );
}

function indented(depth: number, name: string, text: string): string {
  return `${'  '.repeat(depth)}${name === '' ? '' : `${name}: `}${text}`;
}
