/**
 * Refuses to compile when a table has an entry that was not taken out of it: pass the rest of a destructured object. The
 * linter reports an entry that was taken and not used. Does nothing at run time.
 */
export const assertAllRead: (rest: Record<string, never>) => void = () => undefined;
