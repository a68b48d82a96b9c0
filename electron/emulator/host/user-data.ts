import { homedir } from 'node:os';
import { posix, win32 } from 'node:path';

type Variables = Readonly<Record<string, string | undefined>>;

/** Returns the desktop app's user-data folder as chosen by Electron, so that all programs share one state. */
export function userDataFolder(platform: NodeJS.Platform, variables: Variables, home = homedir()): string {
  if (platform === 'win32')
    return win32.join(valueOf(variables, 'APPDATA') ?? win32.join(home, 'AppData', 'Roaming'), 'Hangar');
  if (platform === 'darwin') return posix.join(home, 'Library', 'Application Support', 'Hangar');
  return posix.join(valueOf(variables, 'XDG_CONFIG_HOME') ?? posix.join(home, '.config'), 'Hangar');
}

/** Returns the user's cache folder of Hangar. */
export function userCacheFolder(platform: NodeJS.Platform, variables: Variables, home = homedir()): string {
  if (platform === 'win32')
    return win32.join(valueOf(variables, 'LOCALAPPDATA') ?? win32.join(home, 'AppData', 'Local'), 'Hangar', 'Cache');
  if (platform === 'darwin') return posix.join(home, 'Library', 'Caches', 'Hangar');
  return posix.join(valueOf(variables, 'XDG_CACHE_HOME') ?? posix.join(home, '.cache'), 'Hangar');
}

/** The value of a variable; `undefined` for an empty one too. */
function valueOf(variables: Variables, name: string): string | undefined {
  return variables[name] === '' ? undefined : variables[name];
}
