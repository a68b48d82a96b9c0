import { posix } from 'node:path';
import { readSource } from './source-file.ts';

/** Groups of folders that reach each other by imports, types included, each sorted; a folder is the one a file is directly in. */
export function cyclesBetweenFolders(paths: readonly string[], textOf: (path: string) => string): string[][] {
  const below = new Map<string, Set<string>>();
  for (const path of paths) {
    const folder = posix.dirname(path);
    const imported = below.get(folder) ?? new Set();
    below.set(folder, imported);
    for (const { specifier } of readSource(path, textOf(path)).imports) {
      if (specifier.startsWith('.')) imported.add(posix.dirname(posix.join(folder, specifier)));
    }
    imported.delete(folder);
  }
  const reached = new Map([...below.keys()].map((folder) => [folder, reachedFrom(folder, below)]));
  const cycles = [...reached].map(([folder, all]) =>
    [...all].filter((other) => reached.get(other)?.has(folder) === true).sort(),
  );
  return [...new Map(cycles.filter(({ length }) => length > 0).map((cycle) => [cycle.join(), cycle])).values()];
}

function reachedFrom(start: string, below: ReadonlyMap<string, ReadonlySet<string>>): Set<string> {
  const reached = new Set(below.get(start));
  // A set that grows while it is iterated also yields what was added.
  for (const folder of reached) for (const next of below.get(folder) ?? []) reached.add(next);
  return reached;
}
