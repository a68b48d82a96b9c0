import { lstatSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { TerminalLink } from '../../shared/desktop.ts';
import { makeFolderSync } from '../emulator/files/folders.ts';
import { readRegularFileSync } from '../emulator/files/read-file.ts';
import { isSystemError } from '../emulator/files/system-error.ts';
import { isInSearchPath, terminalCommand, type TerminalCommand } from '../emulator/platform/terminal-command.ts';
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

/** Maximum size of the file, in bytes. Hangar did not make a larger one. */
const MAX_BYTES = 20_000;

/** The state of `hangar` in the user's home. */
export function terminalLink(ports: TerminalLinkPorts): TerminalLink {
  const command = commandOf(ports);
  const { path } = command;
  const isOnSearchPath = isInSearchPath(ports.platform, dirname(path), ports.searchPath);
  return { program: ports.application[0], path, state: stateOf(command), isOnSearchPath };
}

/** Makes `hangar` in the user's home. Throws when another file is in its place. */
export function makeTerminalLink(ports: TerminalLinkPorts): TerminalLink {
  const { path, state } = terminalLink(ports);
  if (state === 'foreign') throw new Error(`${path} exists already and was not made by Hangar. Move it away first.`);
  const { text } = commandOf(ports);
  makeFolderSync(dirname(path));
  if (state === 'absent') writeFileSync(path, text, { mode: 0o755, flag: 'wx' });
  if (state === 'outdated') {
    writeFileSync(`${path}.new`, text, { mode: 0o755, flag: 'wx' });
    replaceFileSync(`${path}.new`, path);
  }
  return terminalLink(ports);
}

function stateOf({ path, text, head }: TerminalCommand): TerminalLink['state'] {
  try {
    if (!lstatSync(path).isFile()) return 'foreign';
    const found = readRegularFileSync(path, MAX_BYTES).toString('utf8');
    if (found === text) return 'made';
    return found.startsWith(head) ? 'outdated' : 'foreign';
  } catch (error) {
    return isSystemError(error, 'ENOENT') ? 'absent' : 'foreign';
  }
}

/** For Chromium: without a window there are neither graphics nor pages to confine. Only the command's errors are shown. */
const SWITCHES = ['--no-sandbox', '--disable-gpu', '--log-level=3'];

function commandOf({ platform, home, application }: TerminalLinkPorts): TerminalCommand {
  // Works without a display, such as over SSH.
  const display = platform === 'linux' ? ['--ozone-platform=headless'] : [];
  return terminalCommand(platform, { home, words: [...application, ...display, ...SWITCHES, TERMINAL_FLAG, '--'] });
}
