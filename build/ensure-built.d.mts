/** Resolves when out/ is what the sources say; `force` builds in any case. */
export function ensureBuilt(options?: { force?: boolean }): Promise<void>;
/** Makes something unless it is there; of several processes at once, the one that holds the lock file does. */
export function makeOnce(lock: string, isThere: () => boolean, make: () => void | Promise<void>): Promise<void>;
