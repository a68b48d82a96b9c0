/**
 * Does not compile when a destructured object has fields left: pass it the rest. The linter reports fields that are destructured
 * and not used. Does nothing at run time.
 */
export const assertAllRead: (rest: Record<string, never>) => void = () => undefined;
