import { homedir } from 'node:os';
import { posix, win32 } from 'node:path';

/** Returns the desktop app's user-data folder as chosen by Electron, so that all programs share one state. */
export function userDataFolder(
  platform: NodeJS.Platform,
  variables: Readonly<Record<string, string | undefined>>,
  home = homedir(),
): string {
  const set = (name: string): string | undefined => (variables[name] === '' ? undefined : variables[name]);
  if (platform === 'win32') return win32.join(set('APPDATA') ?? win32.join(home, 'AppData', 'Roaming'), 'Hangar');
  if (platform === 'darwin') return posix.join(home, 'Library', 'Application Support', 'Hangar');
  return posix.join(set('XDG_CONFIG_HOME') ?? posix.join(home, '.config'), 'Hangar');
}
