import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { delimiter, isAbsolute, join, resolve } from 'node:path';
import { messageOf } from '../../../../shared/values/message-of.ts';

/** A command, its working directory and its environment. */
export interface CommandLine {
  readonly command: readonly string[];
  /** Joins the words with spaces and passes them to the system's shell. */
  readonly shell: boolean;
  /** Absolute. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Starts a program as the leader of a new process group. Rejects with the reason, as a sentence, when it cannot start. */
export async function startProcess(line: CommandLine): Promise<ChildProcessWithoutNullStreams> {
  const [program = '', ...args] = line.command;
  if (!isFolder(line.cwd)) throw new Error(`the working directory ${line.cwd} does not exist`);
  const options = {
    cwd: line.cwd,
    env: line.env,
    // A process group, so that the program's child processes can be ended with it.
    detached: process.platform !== 'win32',
    windowsHide: true,
  };
  try {
    const child = line.shell
      ? spawn(line.command.join(' '), { ...options, shell: true })
      : spawn(program, args, options);
    await new Promise<void>((started, failed) => {
      child.once('spawn', started);
      child.once('error', failed);
    });
    return child;
  } catch (error) {
    throw new Error(startProblem(error, line.shell ? 'the shell' : program, line));
  }
}

function startProblem(error: unknown, program: string, { cwd, env }: CommandLine): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'E2BIG')
    return `the program "${program}" could not be started: its arguments and environment are too large`;
  const places = placesOf(program, cwd, env['PATH'] ?? '');
  // Without a program of that name, the system blames a folder of PATH that this user may not look into.
  if (code === 'EACCES' && (isPath(program) || places.some((place) => existsSync(place))))
    return `the program "${program}" is not executable: permission denied`;
  if (code !== 'ENOENT' && code !== 'EACCES')
    return `the program "${program}" could not be started: ${messageOf(error)}`;
  const found = places.find(isExecutable);
  if (found !== undefined) return `the interpreter in the first line of ${found} was not found`;
  return isPath(program)
    ? `the program ${resolve(cwd, program)} does not exist`
    : `the program "${program}" was not found in any folder of PATH`;
}

function isPath(program: string): boolean {
  return /[\\/]/.test(program);
}

/** Paths at which the system looks for a program. */
function placesOf(program: string, cwd: string, path: string): string[] {
  if (isPath(program)) return [resolve(cwd, program)];
  return path.split(delimiter).map((folder) => join(isAbsolute(folder) ? folder : resolve(cwd, folder), program));
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
