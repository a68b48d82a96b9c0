import { join } from 'node:path';

/** A file that starts the desktop application without a window, by the name `hangar`. */
export interface TerminalCommand {
  readonly path: string;
  /** Its first lines. Hangar did not make a file that begins differently. */
  readonly head: string;
  readonly text: string;
}

/** The user's folders, and the application that the file starts. */
interface TerminalCommandOptions {
  /** Absolute path of the user's home. */
  readonly home: string;
  /** Words before those of the command. */
  readonly words: readonly string[];
}

const NOTE =
  'Made by the settings of Hangar, which replace it: runs the commands of the desktop application in a terminal.';

/** Returns the file of a system, in a folder that is usually in the user's `PATH`. */
export function terminalCommand(platform: NodeJS.Platform, { home, words }: TerminalCommandOptions): TerminalCommand {
  if (platform !== 'win32') {
    const head = `#!/bin/sh\n# ${NOTE}\n`;
    return {
      ...{ path: join(home, '.local', 'bin', 'hangar'), head },
      text: `${head}exec ${words.map(shWord).join(' ')} "$@"\n`,
    };
  }
  const local = join(home, 'AppData', 'Local');
  const head = `@echo off\r\nrem ${NOTE}\r\n`;
  // A command file has no encoding of its own: by the variable, the letters of a user's name are never written into it.
  const [program = '', ...rest] = words;
  const inHome = program.startsWith(local) ? `%LOCALAPPDATA%${cmdBatchWord(program.slice(local.length))}` : undefined;
  const all = [inHome ?? cmdBatchWord(program), ...rest.map(cmdBatchWord)].map((word) => `"${word}"`);
  return {
    ...{ path: join(local, 'Microsoft', 'WindowsApps', 'hangar.cmd'), head },
    text: `${head}${all.join(' ')} %*\r\n`,
  };
}

/** True when a folder is in a search path. Windows compares folders without case. */
export function isInSearchPath(platform: NodeJS.Platform, folder: string, searchPath: string): boolean {
  if (platform !== 'win32') return searchPath.split(':').includes(folder);
  const plain = (path: string): string => path.replaceAll('/', '\\').replace(/\\+$/, '').toLowerCase();
  return searchPath.split(';').map(plain).includes(plain(folder));
}

/** A word quoted for a POSIX shell, where it needs that. */
function shWord(word: string): string {
  return /^[\w./=-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** A word for inside the quotes of a command file of Windows, which reads `%` as the beginning of a variable. */
function cmdBatchWord(word: string): string {
  return word.replaceAll('%', '%%');
}
