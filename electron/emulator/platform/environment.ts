import { execFile } from 'node:child_process';
import { userInfo } from 'node:os';
import { promisify } from 'node:util';
import type { Shell } from '../../../shared/values/shell-words.ts';

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Joins sets of environment variables; a later one replaces an earlier one. Windows has `Path`, and takes `PATH` for the same: there
 * the names are compared without case, since of two spellings a program would see either.
 */
export function mergedVariables(
  sets: readonly Variables[],
  platform: NodeJS.Platform = process.platform,
): Record<string, string> {
  const merged = new Map<string, readonly [name: string, value: string]>();
  for (const [name, value] of sets.flatMap((set) => Object.entries(set))) {
    if (value !== undefined) merged.set(platform === 'win32' ? name.toUpperCase() : name, [name, value]);
  }
  return Object.fromEntries(merged.values());
}

/** The value of a variable; `undefined` when there is none. */
export function variableOf(platform: NodeJS.Platform, variables: Variables, name: string): string | undefined {
  if (platform !== 'win32') return variables[name];
  return Object.entries(variables).find(([found]) => found.toUpperCase() === name.toUpperCase())?.[1];
}

/** The shell for which commands are printed. PowerShell reads a command for cmd too, unless there are quotes in its words. */
export function usualShell(platform: NodeJS.Platform = process.platform): Shell {
  return platform === 'win32' ? 'cmd' : 'sh';
}

/** Folders that macOS gives to applications which the Finder or the Dock starts. */
const SYSTEM_FOLDERS = ['/usr/bin', '/bin', '/usr/sbin', '/sbin'];
/** Folders of Homebrew, on Apple Silicon and on Intel. */
const USUAL_FOLDERS = ['/opt/homebrew/bin', '/usr/local/bin'];
/** Maximum time of the user's shell, whose files may load much, in milliseconds. */
const SHELL_TIMEOUT = 10_000;
const MARK = '__hangar_environment__';

/** Replaceable parts of `completeSearchPath`. */
interface SearchPathOptions {
  readonly platform?: NodeJS.Platform;
  readonly variables?: Record<string, string | undefined>;
  /** Runs a command line in the user's shell, as at a log-in; resolves with what it printed. Rejects when it fails. */
  readonly inShell?: (command: string) => Promise<string>;
}

/**
 * Completes `PATH` of an application that the Finder started, so that commands find what the person's terminal finds: with the usual
 * folders at once, and with the path of the log-in shell once that has answered. Changes nothing on other systems, nor for a start
 * from a terminal.
 */
export async function completeSearchPath({
  platform = process.platform,
  variables = process.env,
  inShell = inLoginShell,
}: SearchPathOptions = {}): Promise<void> {
  const given = (variables['PATH'] ?? '').split(':').filter((folder) => folder !== '');
  if (platform !== 'darwin' || given.some((folder) => !SYSTEM_FOLDERS.includes(folder))) return;
  variables['PATH'] = [...USUAL_FOLDERS, ...SYSTEM_FOLDERS].join(':');
  // The shell's own files may print before and after.
  const printed = await inShell(`echo ${MARK}; /usr/bin/env; echo ${MARK}`).catch(() => '');
  const found = /^PATH=(.+)$/m.exec(printed.split(MARK)[1] ?? '')?.[1];
  if (found !== undefined) variables['PATH'] = found;
}

async function inLoginShell(command: string): Promise<string> {
  const shell = process.env['SHELL'] ?? userInfo().shell ?? '/bin/zsh';
  // Interactive, since many put their folders into a file that only such shells read.
  const running = promisify(execFile)(shell, ['-ilc', command], { timeout: SHELL_TIMEOUT });
  running.child.stdin?.end();
  return (await running).stdout;
}
