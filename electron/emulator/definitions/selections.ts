import { existsSync, statSync } from 'node:fs';
import { dirname, relative, resolve, sep } from 'node:path';
import picomatch from 'picomatch';
import { isInside } from '../files/is-inside.ts';
import type { Selection } from './reader/messages.ts';

/** The files that an entry of the workspace's `definitions` means: a folder, a file, or a pattern. */
export function selectionOf(entry: string, workspaceFolder: string): Selection {
  const path = resolve(workspaceFolder, entry);
  const base = workspaceFolder;
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) return { root: path, base };
  const isPlain = existsSync(path);
  const { base: fixed, glob } = isPlain ? { base: dirname(entry), glob: '' } : picomatch.scan(entry);
  const root = resolve(workspaceFolder, fixed);
  if (isInside(workspaceFolder, root))
    return {
      root: workspaceFolder,
      base,
      pattern: isPlain ? escaped(relative(workspaceFolder, path)) : entry.replace(/^(?:\.\/)+/, ''),
    };
  return { root, base, pattern: isPlain ? escaped(relative(root, path)) : glob };
}

/** A path as a pattern that it alone matches. */
function escaped(path: string): string {
  return path
    .split(sep)
    .join('/')
    .replace(/[\\*?[\]{}()!@+|]/g, '\\$&');
}
