import { mkdirSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { sep } from 'node:path';
import { isSystemError } from './system-error.ts';

/** Owner only: the data contains keys, passwords of resources, and outputs of runs. */
const PRIVATE = 0o700;

/** Creates a folder of Hangar's data, with missing parents. An existing folder keeps its permissions. */
export async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: PRIVATE });
}

/** Synchronous version of `makeFolder`. */
export function makeFolderSync(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: PRIVATE });
}

/** Creates a private folder inside an existing one: a data folder that was removed in the meantime is not created again. */
export function makeSubfolderSync(folder: string): void {
  try {
    mkdirSync(folder, { mode: PRIVATE });
  } catch (error) {
    if (!isSystemError(error, 'EEXIST')) throw error;
  }
}

/** True for a path in a folder, or the folder itself. Both are absolute; where links may lead out, both are real paths. */
export function isInside(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`);
}
