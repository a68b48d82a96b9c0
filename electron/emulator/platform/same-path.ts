import { realpathSync } from 'node:fs';
import { win32 } from 'node:path';

/** Replaceable parts of `isSamePath`. */
interface PathOptions {
  readonly platform?: NodeJS.Platform;
  /** The path as the disk has it, without links; throws when there is none. */
  readonly realPath?: (path: string) => string;
}

/**
 * True when two absolute paths lead to one file or folder. Windows and macOS take `hd` for `HD`, as far as the disk does; their own
 * spelling of a path decides. On Linux the text does.
 */
export function isSamePath(
  one: string,
  other: string,
  { platform = process.platform, realPath = realpathSync.native }: PathOptions = {},
): boolean {
  if (one === other) return true;
  if (platform !== 'win32' && platform !== 'darwin') return false;
  const [first, second] = [one, other].map((path) => spelled(path, platform, realPath));
  return first === second;
}

function spelled(path: string, platform: NodeJS.Platform, realPath: (path: string) => string): string {
  let found = path;
  try {
    found = realPath(path);
  } catch {
    // Nothing is there yet.
  }
  return platform === 'win32' ? win32.resolve(found).toLowerCase() : found.normalize('NFC');
}
