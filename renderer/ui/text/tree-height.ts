import type { Json } from '../../../shared/values/json.ts';

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
