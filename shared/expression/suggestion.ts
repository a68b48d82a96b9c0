const FARTHEST = 2;

/** The end of a message about an unknown name: “; did you mean …” when a similar one exists, "" otherwise. */
export function suggestion(name: string, names: readonly string[]): string {
  const found = nearestOf(name, names);
  return found === undefined ? '' : `; did you mean “${found}”?`;
}

/** The most similar name; undefined when none is similar. */
export function nearestOf(name: string, names: readonly string[]): string | undefined {
  let nearest: string | undefined;
  let least = Math.min(FARTHEST, Math.round(name.length / 3)) + 1;
  for (const candidate of names) {
    const distance = candidate.toLowerCase() === name.toLowerCase() ? 0 : editDistance(name, candidate);
    if (distance < least) [nearest, least] = [candidate, distance];
  }
  return nearest;
}

/** Number of letters to add, drop or change between two names, or of neighbours to swap. */
function editDistance(from: string, to: string): number {
  if (Math.abs(from.length - to.length) > FARTHEST) return Infinity;
  let before: number[] = [];
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let index = 0; index < from.length; index++) {
    const next = [index + 1];
    for (let column = 1; column <= to.length; column++) {
      const change = (row[column - 1] ?? 0) + (from[index] === to[column - 1] ? 0 : 1);
      const isSwap = from[index] === to[column - 2] && from[index - 1] === to[column - 1];
      const swap = isSwap ? (before[column - 2] ?? 0) + 1 : Infinity;
      next.push(Math.min(change, swap, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    [before, row] = [row, next];
  }
  return row.at(-1) ?? 0;
}
