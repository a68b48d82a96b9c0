/** Splits a list into groups of this length; the last one may be shorter. */
export function inGroups<T>(items: readonly T[], length: number): T[][] {
  const count = Math.ceil(items.length / length);
  return Array.from({ length: count }, (_, i) => items.slice(i * length, (i + 1) * length));
}
