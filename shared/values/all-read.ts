/**
 * Refuses to compile when a table has an entry that was not taken out of it: pass the rest of a destructured object. The
 * linter reports an entry that was taken and not used.
 */
export function assertAllRead(rest: Record<string, never>): void {
  const names = Object.keys(rest);
  if (names.length > 0) throw new Error(`nothing reads ${names.join(', ')}`);
}
