import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Path of a program in `PATH`; `undefined` when there is none that this user may execute. */
export function programPath(name: string): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return folders.map((folder) => join(folder, name)).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
