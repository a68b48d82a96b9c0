import { lstatSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import type { TerminalLink } from '../../shared/desktop.ts';
import { makeFolderSync } from '../emulator/files/make-folder.ts';
import { readRegularFileSync } from '../emulator/files/read-file.ts';
import { isSystemError } from '../emulator/files/system-error.ts';
import { TERMINAL_FLAG } from './arguments.ts';
import { replaceFileSync } from '../emulator/platform/replace-file.ts';

/** The location of `hangar` for the terminal, and the application that it starts. */
export interface TerminalLinkPorts {
  readonly platform: NodeJS.Platform;
  /** Absolute path of the user's home. */
  readonly home: string;
  /** The search path of the application, `PATH`. */
  readonly searchPath: string;
  /** The application: its program, and arguments that come before all others. */
  readonly application: readonly [program: string, ...args: string[]];
}

/** First lines of the file. Hangar did not make a file that begins differently. */
const HEAD = `#!/bin/sh
# Made by the settings of Hangar, which replace it: runs the commands of the desktop application in a terminal.
`;
/** Maximum size of the file, in bytes. Hangar did not make a larger one. */
const MAX_BYTES = 20_000;

/** The state of `hangar` in the user's home. Windows has none. */
export function terminalLink(ports: TerminalLinkPorts): TerminalLink {
  const { platform, home, searchPath, application } = ports;
  const [program] = application;
  if (platform === 'win32') return { program, path: '', state: 'absent', isOnSearchPath: false };
  const path = join(home, '.local', 'bin', 'hangar');
  const isOnSearchPath = searchPath.split(delimiter).includes(dirname(path));
  return { program, path, state: stateOf(path, textOf(ports)), isOnSearchPath };
}

/** Makes `hangar` in the user's home. Throws when another file is in its place. */
export function makeTerminalLink(ports: TerminalLinkPorts): TerminalLink {
  const { path, state } = terminalLink(ports);
  if (path === '') throw new Error('This is not available on Windows.');
  if (state === 'foreign') throw new Error(`${path} exists already and was not made by Hangar. Move it away first.`);
  makeFolderSync(dirname(path));
  if (state === 'absent') writeFileSync(path, textOf(ports), { mode: 0o755, flag: 'wx' });
  if (state === 'outdated') {
    writeFileSync(`${path}.new`, textOf(ports), { mode: 0o755, flag: 'wx' });
    replaceFileSync(`${path}.new`, path);
  }
  return terminalLink(ports);
}

function stateOf(path: string, text: string): TerminalLink['state'] {
  try {
    if (!lstatSync(path).isFile()) return 'foreign';
    const found = readRegularFileSync(path, MAX_BYTES).toString('utf8');
    if (found === text) return 'made';
    return found.startsWith(HEAD) ? 'outdated' : 'foreign';
  } catch (error) {
    return isSystemError(error, 'ENOENT') ? 'absent' : 'foreign';
  }
}

/** For Chromium: without a window there are neither graphics nor pages to confine. Only the command's errors are shown. */
const SWITCHES = ['--no-sandbox', '--disable-gpu', '--log-level=3'];

function textOf({ platform, application }: TerminalLinkPorts): string {
  // Works without a display, such as over SSH.
  const display = platform === 'linux' ? ['--ozone-platform=headless'] : [];
  const words = [...application, ...display, ...SWITCHES, TERMINAL_FLAG, '--'];
  return `${HEAD}exec ${words.map(quoted).join(' ')} "$@"\n`;
}

/** A word quoted for a shell. */
function quoted(word: string): string {
  return /^[\w./=-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
