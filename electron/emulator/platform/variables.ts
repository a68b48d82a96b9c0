type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Joins sets of environment variables; a later one replaces an earlier one. Windows has `Path`, and takes `PATH` for the same: there
 * the names are compared without case, since of two spellings a program would see either.
 */
export function mergedVariables(
  sets: readonly Variables[],
  platform: NodeJS.Platform = process.platform,
): Record<string, string> {
  const merged = new Map<string, readonly [name: string, value: string]>();
  for (const [name, value] of sets.flatMap((set) => Object.entries(set))) {
    if (value !== undefined) merged.set(platform === 'win32' ? name.toUpperCase() : name, [name, value]);
  }
  return Object.fromEntries(merged.values());
}

/** The value of a variable; `undefined` when there is none. */
export function variableOf(platform: NodeJS.Platform, variables: Variables, name: string): string | undefined {
  if (platform !== 'win32') return variables[name];
  return Object.entries(variables).find(([found]) => found.toUpperCase() === name.toUpperCase())?.[1];
}
