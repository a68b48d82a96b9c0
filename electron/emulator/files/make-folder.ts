import { mkdirSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';

/** Nobody but the user: the data holds keys, passwords of resources, and outputs of runs. */
const PRIVATE = 0o700;

/** Makes a folder of Hangar's data, with those above it that are missing; one that exists keeps its permissions. */
export async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: PRIVATE });
}

/** The same in this turn of the event loop. */
export function makeFolderSync(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: PRIVATE });
}

/** Makes a private folder in one that exists: a data folder that was removed meanwhile stays removed. */
export function makeSubfolderSync(folder: string): void {
  try {
    mkdirSync(folder, { mode: PRIVATE });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
}
