import { type Json, isJsonObject } from '../../../shared/values/json.ts';
import { escapedDirections } from './shown-text.tsx';

/** One line of a JSON value as a tree: an opening bracket, a closing bracket or a value. */
export interface JsonLine {
  /** Such as `output.items[3]`; unique together with `kind`. */
  readonly path: string;
  readonly depth: number;
  readonly kind: 'open' | 'close' | 'value';
  /** The key in quotes; '' for items and the root. */
  readonly name: string;
  /** The text after the key: `{`, `]`, or the value as JSON. */
  readonly text: string;
  readonly type: 'string' | 'number' | 'boolean' | 'null' | 'object' | 'array';
  /** For an opening bracket: the number of entries, and whether they are hidden. */
  readonly size: number;
  readonly folded: boolean;
  readonly comma: boolean;
}

interface JsonLocation {
  readonly path: string;
  readonly depth: number;
  readonly name: string;
  readonly comma: boolean;
}

/** The lines of a value, without those in folded parts. */
export function jsonLines(value: Json, folded: ReadonlySet<string>): JsonLine[] {
  const lines: JsonLine[] = [];
  walk(value, { path: '', depth: 0, name: '', comma: false }, { folded, lines });
  return lines;
}

function walk(value: Json, location: JsonLocation, out: { folded: ReadonlySet<string>; lines: JsonLine[] }): void {
  const children = childrenOf(value, location.path);
  if (children === undefined || children.length === 0) {
    out.lines.push({
      ...location,
      kind: 'value',
      text: escapedDirections(JSON.stringify(value)),
      type: typeOf(value),
      size: 0,
      folded: false,
    });
    return;
  }
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  const folded = out.folded.has(location.path);
  const type = typeOf(value);
  out.lines.push({ ...location, kind: 'open', text: open, type, size: children.length, folded });
  if (folded) return;
  children.forEach(({ name, path, item }, index) => {
    walk(item, { path, name, depth: location.depth + 1, comma: index < children.length - 1 }, out);
  });
  out.lines.push({ ...location, name: '', kind: 'close', text: close, type, size: 0, folded: false });
}

function childrenOf(value: Json, path: string): { name: string; path: string; item: Json }[] | undefined {
  if (Array.isArray(value)) return value.map((item, index) => ({ name: '', path: `${path}[${index}]`, item }));
  if (!isJsonObject(value)) return undefined;
  return Object.entries(value).map(([key, item]) => ({
    name: escapedDirections(JSON.stringify(key)),
    path: /^[A-Za-z_$][\w$]*$/.test(key) ? `${path}${path === '' ? '' : '.'}${key}` : `${path}[${JSON.stringify(key)}]`,
    item,
  }));
}

function typeOf(value: Json): JsonLine['type'] {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  const type = typeof value;
  return type === 'string' || type === 'number' || type === 'boolean' ? type : 'object';
}

/** Height of the tools above a tree, in pixels. */
const TOOLBAR = 64;
/** Number of visible lines of a tree without scrolling. */
const MOST_LINES = 16;

/** Height of a JSON tree in pixels: as high as its lines, within limits. */
export function treeHeight(value: Json): number {
  return TOOLBAR + Math.max(linesOf(value, MOST_LINES), 3) * 20;
}

/** Number of lines of a value as a tree, at most `most`. */
function linesOf(value: Json, most: number): number {
  if (typeof value !== 'object' || value === null) return 1;
  let lines = 2;
  for (const item of Object.values(value)) {
    if (lines >= most) return most;
    lines += linesOf(item, most - lines);
  }
  return Math.min(lines, most);
}
