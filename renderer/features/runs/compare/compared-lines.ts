import { diffArrays } from 'diff/lib/diff/array.js';

/** State of a row: equal, different on both sides, or only on one. */
export type RowState = 'same' | 'changed' | 'left' | 'right';

/** One row of two texts side by side; "" for a missing side. */
export interface ComparedRow {
  readonly state: RowState;
  readonly left: string;
  readonly right: string;
}

/** Indexes of a row in both lists; null for a line that only the other list has. */
interface AlignedLines {
  readonly left: number | null;
  readonly right: number | null;
  readonly isSame: boolean;
}

/** Maximum number of lines removed and added for which the shortest difference is computed; bounds time and memory. */
const MAX_EDITS = 1000;

/**
 * Aligns two lists of texts with as many equal pairs as possible. Pairs removed and added lines at the same position in order.
 * Beyond the limit, pairs all lines in order.
 */
export function alignLines(left: readonly string[], right: readonly string[]): AlignedLines[] {
  const rows: AlignedLines[] = [];
  let [atLeft, atRight] = [0, 0];
  const push = (toLeft: number, toRight: number): void => {
    while (atLeft < toLeft || atRight < toRight) {
      const row = { left: atLeft < toLeft ? atLeft++ : null, right: atRight < toRight ? atRight++ : null };
      rows.push({ ...row, isSame: left[row.left ?? -1] === right[row.right ?? -1] });
    }
  };
  let [toLeft, toRight] = [0, 0];
  for (const { count, added, removed } of diffArrays([...left], [...right], { maxEditLength: MAX_EDITS }) ?? []) {
    if (!added && !removed) push(toLeft, toRight);
    if (!added) toLeft += count;
    if (!removed) toRight += count;
    if (!added && !removed) push(toLeft, toRight);
  }
  push(left.length, right.length);
  return rows;
}

/** Matches generated IDs, which differ between any two runs. */
const GENERATED = /\b[a-z]{3}2\d{7}[0-9a-z]{4,20}\b/g;

/** Two lists of lines side by side. Lines that differ only in generated IDs are equal. */
export function comparedLines(left: readonly string[], right: readonly string[]): ComparedRow[] {
  return alignLines(left.map(withoutIDs), right.map(withoutIDs)).map((row) => ({
    state: row.isSame ? 'same' : row.left === null ? 'right' : row.right === null ? 'left' : 'changed',
    left: left[row.left ?? -1] ?? '',
    right: right[row.right ?? -1] ?? '',
  }));
}

function withoutIDs(line: string): string {
  return line.replace(GENERATED, (id) => `${id.slice(0, 3)}…`);
}

/** Finds the part in which two texts differ, at character boundaries, and their common beginning and end. */
export function changedPart(left: string, right: string) {
  const most = Math.min(left.length, right.length);
  let head = 0;
  while (head < most && left[head] === right[head]) head++;
  if (isHighSurrogate(left, head - 1)) head--;
  let tail = 0;
  while (tail < most - head && left.at(-1 - tail) === right.at(-1 - tail)) tail++;
  if (tail > 0 && isHighSurrogate(left, left.length - tail - 1)) tail--;
  return {
    head: left.slice(0, head),
    left: left.slice(head, left.length - tail),
    right: right.slice(head, right.length - tail),
    tail: left.slice(left.length - tail),
  };
}

function isHighSurrogate(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  return code >= 0xd800 && code <= 0xdbff;
}
