import { posix } from 'node:path';
import { type Import, readSource } from './source-file.ts';

type Below = ReadonlyMap<string, ReadonlySet<string>>;

/** Groups of folders that reach each other by imports, types included, each sorted; a folder is the one a file is directly in. */
export function cyclesBetweenFolders(paths: readonly string[], textOf: (path: string) => string): string[][] {
  const below = new Map<string, Set<string>>();
  for (const path of paths) {
    const folder = posix.dirname(path);
    const imported = below.get(folder) ?? new Set();
    below.set(folder, imported);
    for (const target of targetsOf(path, textOf(path), () => true)) imported.add(posix.dirname(target));
    imported.delete(folder);
  }
  return cyclesIn(below);
}

/**
 * Groups of files that reach each other by imports without `import()`, each sorted.
 * @param withTypes true to count imports of types, too
 */
export function cyclesBetweenFiles(
  paths: readonly string[],
  textOf: (path: string) => string,
  withTypes = false,
): string[][] {
  const counts = ({ typeOnly, deferred }: Import): boolean => (withTypes || !typeOnly) && deferred !== true;
  return cyclesIn(new Map(paths.map((path) => [path, new Set(targetsOf(path, textOf(path), counts))])));
}

function targetsOf(path: string, text: string, counts: (found: Import) => boolean): string[] {
  return readSource(path, text)
    .imports.filter((found) => found.specifier.startsWith('.') && counts(found))
    .map(({ specifier }) => posix.join(posix.dirname(path), specifier));
}

function cyclesIn(below: Below): string[][] {
  const reached = new Map([...below.keys()].map((start) => [start, reachedFrom(start, below)]));
  const cycles = [...reached].map(([start, all]) =>
    [...all].filter((other) => reached.get(other)?.has(start) === true).sort(),
  );
  return [...new Map(cycles.filter(({ length }) => length > 0).map((cycle) => [cycle.join(), cycle])).values()];
}

function reachedFrom(start: string, below: Below): Set<string> {
  const reached = new Set(below.get(start));
  // The iteration includes elements added meanwhile.
  for (const each of reached) for (const next of below.get(each) ?? []) reached.add(next);
  return reached;
}
