import { execFile } from 'node:child_process';
import { userInfo } from 'node:os';
import { promisify } from 'node:util';

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
