import { homedir } from 'node:os';
import { posix, win32 } from 'node:path';
import { realpathSync } from 'node:fs';

type Variables = Readonly<Record<string, string | undefined>>;

/** Replaceable parts of what names a user's folders. */
interface UserFolderOptions {
  readonly platform?: NodeJS.Platform;
  readonly variables?: Variables;
  readonly home?: string | undefined;
}

/**
 * Returns the desktop app's user-data folder as chosen by Electron, so that all programs share one state; `undefined` for a user
 * without a home.
 */
export function userDataFolder({
  platform = process.platform,
  variables = process.env,
  home = userHome(),
}: UserFolderOptions = {}): string | undefined {
  if (platform === 'win32')
    return within(win32, valueOf(variables, 'APPDATA') ?? within(win32, home, 'AppData', 'Roaming'), 'Hangar');
  if (platform === 'darwin') return within(posix, home, 'Library', 'Application Support', 'Hangar');
  return within(posix, valueOf(variables, 'XDG_CONFIG_HOME') ?? within(posix, home, '.config'), 'Hangar');
}

/** Returns the user's cache folder of Hangar; `undefined` for a user without a home. */
export function userCacheFolder({
  platform = process.platform,
  variables = process.env,
  home = userHome(),
}: UserFolderOptions = {}): string | undefined {
  if (platform === 'win32')
    return within(
      win32,
      valueOf(variables, 'LOCALAPPDATA') ?? within(win32, home, 'AppData', 'Local'),
      'Hangar',
      'Cache',
    );
  if (platform === 'darwin') return within(posix, home, 'Library', 'Caches', 'Hangar');
  return within(posix, valueOf(variables, 'XDG_CACHE_HOME') ?? within(posix, home, '.cache'), 'Hangar');
}

/** The user's home; `undefined` where neither a variable nor the system names one, as for a foreign user in a container. */
function userHome(): string | undefined {
  try {
    const home = homedir();
    return home === '' ? undefined : home;
  } catch {
    // Node throws an error of the system then, and has no other.
    return undefined;
  }
}

/** A path within a folder, if there is one. */
function within(path: typeof posix, folder: string | undefined, ...names: readonly string[]): string | undefined {
  return folder === undefined ? undefined : path.join(folder, ...names);
}

/** The value of a variable; `undefined` for an empty one too. */
function valueOf(variables: Variables, name: string): string | undefined {
  return variables[name] === '' ? undefined : variables[name];
}

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
