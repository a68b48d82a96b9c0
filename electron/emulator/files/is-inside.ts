import { sep } from 'node:path';

/** True for a path in a folder, or the folder itself. Both are absolute; where links may lead out, both are real paths. */
export function isInside(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`);
}
