import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { isProgramPath, isStartedDirectly, placesOf, type ProgramSearch } from '../../platform/find-program.ts';
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
      : await start(program, args, options);
    await new Promise<void>((started, failed) => {
      child.once('spawn', started);
      child.once('error', failed);
    });
    return child;
  } catch (error) {
    throw new Error(startProblem(error, line.shell ? 'the shell' : program, line));
  }
}

interface StartOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly detached: boolean;
  readonly windowsHide: boolean;
}

/** Starts a program. Windows itself finds and starts `.exe` and `.com` only, so that others, such as `npm.cmd`, are found here. */
async function start(
  program: string,
  args: readonly string[],
  options: StartOptions,
): Promise<ChildProcessWithoutNullStreams> {
  if (process.platform !== 'win32') return spawn(program, args, options);
  const file = placesOf(program, searchIn(options)).find(isFile);
  if (file === undefined) throw Object.assign(new Error(`spawn ${program} ENOENT`), { code: 'ENOENT' });
  if (isStartedDirectly(file)) return spawn(file, args, options);
  const { spawn: spawnByShell } = await import('cross-spawn');
  return spawnByShell(file, args, options);
}

function searchIn({ cwd, env }: Pick<CommandLine, 'cwd' | 'env'>): ProgramSearch {
  return { platform: process.platform, cwd, variables: env };
}

function startProblem(error: unknown, program: string, line: CommandLine): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'E2BIG')
    return `the program "${program}" could not be started: its arguments and environment are too large`;
  const places = placesOf(program, searchIn(line));
  // Without a program of that name, the system blames a folder of PATH that this user may not look into.
  if (code === 'EACCES' && (isProgramPath(program) || places.some((place) => existsSync(place))))
    return `the program "${program}" is not executable: permission denied`;
  if (code !== 'ENOENT' && code !== 'EACCES')
    return `the program "${program}" could not be started: ${messageOf(error)}`;
  const found = places.find(isExecutable);
  if (found !== undefined) return `the interpreter in the first line of ${found} was not found`;
  return isProgramPath(program)
    ? `the program ${resolve(line.cwd, program)} does not exist`
    : `the program "${program}" was not found in any folder of PATH`;
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
