/** Indexes of a row in both lists; null for a line that only the other list has. */
export interface AlignedLines {
  readonly left: number | null;
  readonly right: number | null;
  readonly isSame: boolean;
}

/** Maximum number of lines removed and added for which the shortest difference is computed; bounds time and memory. */
const MAX_EDITS = 1000;

/**
 * Aligns two lists of texts with as many equal pairs as possible (Myers, "An O(ND) Difference Algorithm"). Pairs removed and
 * added lines at the same position in order. Beyond the limit, pairs everything between the equal beginning and the equal end in
 * order.
 */
export function alignLines(left: readonly string[], right: readonly string[]): AlignedLines[] {
  const most = Math.min(left.length, right.length);
  let head = 0;
  while (head < most && left[head] === right[head]) head++;
  let tail = 0;
  while (tail < most - head && left.at(-1 - tail) === right.at(-1 - tail)) tail++;
  const middle = { left: left.slice(head, left.length - tail), right: right.slice(head, right.length - tail) };
  const rows: AlignedLines[] = [];
  let [atLeft, atRight] = [0, 0];
  const same = (toLeft: number): void => {
    while (atLeft < toLeft) rows.push({ left: atLeft++, right: atRight++, isSame: true });
  };
  const differing = (toLeft: number, toRight: number): void => {
    while (atLeft < toLeft || atRight < toRight) {
      rows.push({
        left: atLeft < toLeft ? atLeft++ : null,
        right: atRight < toRight ? atRight++ : null,
        isSame: false,
      });
    }
  };
  same(head);
  for (const run of equalRuns(middle.left, middle.right)) {
    differing(head + run.left, head + run.right);
    same(atLeft + run.length);
  }
  differing(left.length - tail, right.length - tail);
  same(left.length);
  return rows;
}

/** Consecutive lines that both lists have. */
interface EqualRun {
  readonly left: number;
  readonly right: number;
  readonly length: number;
}

/** The equal lines of a shortest difference, in ascending order; none beyond the limit. */
function equalRuns(left: readonly string[], right: readonly string[]): EqualRun[] {
  const reached = furthestReached(left, right);
  const runs: EqualRun[] = [];
  let [x, y] = [left.length, right.length];
  for (let edits = reached.length - 1; edits >= 0; edits--) {
    const before = reached[edits];
    if (before === undefined) break;
    const diagonal = x - y;
    const [startX, startY] = edits === 0 ? [0, 0] : afterEdit(before, edits, diagonal);
    if (x > startX) runs.unshift({ left: startX, right: startY, length: x - startX });
    [x, y] = edits === 0 ? [0, 0] : beforeEdit(before, edits, diagonal);
  }
  return runs;
}

/** The furthest index in the left list for each diagonal, before each number of edits; empty beyond the limit. */
function furthestReached(left: readonly string[], right: readonly string[]): Int32Array[] {
  const most = Math.min(MAX_EDITS, left.length + right.length);
  const history: Int32Array[] = [];
  let row = new Int32Array(3);
  for (let edits = 0; edits <= most; edits++) {
    history.push(row);
    // Diagonals from -edits - 1 to edits + 1, so that each has two neighbours.
    const next = new Int32Array(2 * edits + 5);
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      let [x] = edits === 0 ? [0] : afterEdit(row, edits, diagonal);
      while (x < left.length && x - diagonal < right.length && left[x] === right[x - diagonal]) x++;
      next[diagonal + edits + 2] = x;
      if (x >= left.length && x - diagonal >= right.length) return history;
    }
    row = next;
  }
  return [];
}

/** Returns true when the edit that leads to a diagonal adds a line of the right list. */
function isAddition(row: Int32Array, edits: number, diagonal: number): boolean {
  if (diagonal === -edits) return true;
  return diagonal !== edits && place(row, edits, diagonal - 1) < place(row, edits, diagonal + 1);
}

function place(row: Int32Array, edits: number, diagonal: number): number {
  return row[diagonal + edits + 1] ?? 0;
}

/** Indexes in both lists before the edit that leads to a diagonal. */
function beforeEdit(row: Int32Array, edits: number, diagonal: number): [x: number, y: number] {
  const from = isAddition(row, edits, diagonal) ? diagonal + 1 : diagonal - 1;
  const x = place(row, edits, from);
  return [x, x - from];
}

/** Indexes in both lists after that edit. */
function afterEdit(row: Int32Array, edits: number, diagonal: number): [x: number, y: number] {
  const [x] = beforeEdit(row, edits, diagonal);
  const to = isAddition(row, edits, diagonal) ? x : x + 1;
  return [to, to - diagonal];
}
