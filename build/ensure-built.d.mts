/** Resolves when out/ is what the sources say; `force` builds in any case. */
export function ensureBuilt(options?: { force?: boolean }): Promise<void>;
