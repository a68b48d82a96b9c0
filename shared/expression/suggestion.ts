const FARTHEST = 2;

/** The end of a message about an unknown name: “; did you mean …” when a similar one exists, "" otherwise. */
export function suggestion(name: string, names: readonly string[]): string {
  const found = nearestOf(name, names);
  return found === undefined ? '' : `; did you mean “${found}”?`;
}

/** The most similar name; undefined when none is similar. */
export function nearestOf(name: string, names: readonly string[]): string | undefined {
  let nearest: string | undefined;
  let least = Math.min(FARTHEST, Math.floor(name.length / 2)) + 1;
  for (const candidate of names) {
    const distance = candidate.toLowerCase() === name.toLowerCase() ? 0 : editDistance(name, candidate);
    if (distance < least) [nearest, least] = [candidate, distance];
  }
  return nearest;
}

/** Number of letters to add, drop or change between two names (Levenshtein). */
function editDistance(from: string, to: string): number {
  if (Math.abs(from.length - to.length) > FARTHEST) return Infinity;
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [index, letter] of Array.from(from).entries()) {
    const next = [index + 1];
    for (let column = 1; column <= to.length; column++) {
      const change = (row[column - 1] ?? 0) + (letter === to[column - 1] ? 0 : 1);
      next.push(Math.min(change, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
