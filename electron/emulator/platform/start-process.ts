import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { resolve, posix, win32 } from 'node:path';
import { messageOf } from '../../../shared/values/messages.ts';
import { groupOptions } from './end-processes.ts';
import { variableOf } from './environment.ts';

/** A command, its working directory and its environment. */
interface CommandLine {
  readonly command: readonly string[];
  /** Joins the words with spaces and passes them to the system's shell. */
  readonly shell: boolean;
  /** Absolute. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Options of a start, as Node has them. */
interface StartOptions extends Pick<CommandLine, 'cwd' | 'env'>, ReturnType<typeof groupOptions> {
  readonly shell?: true;
}

type Child = ChildProcessWithoutNullStreams;
type Start = (file: string, args: readonly string[], options: StartOptions) => Child;

/** Replaceable parts of a start. */
export interface StartSystem {
  readonly platform: NodeJS.Platform;
  readonly isFile: (path: string) => boolean;
  readonly start: Start;
  /** Loads the start of files that only the shell of Windows can start, such as `npm.cmd`, with their words quoted for that. */
  readonly loadShellStart: () => Promise<Start>;
}

const THIS_SYSTEM: StartSystem = {
  platform: process.platform,
  isFile: (path) => statSync(path, { throwIfNoEntry: false })?.isFile() === true,
  start: (file, args, options) => spawn(file, args, options),
  loadShellStart: async () => (await import('cross-spawn')).spawn,
};

/** Starts a program as the leader of a new process group. Rejects with the reason, as a sentence, when it cannot start. */
export async function startProcess(line: CommandLine, system: StartSystem = THIS_SYSTEM): Promise<Child> {
  const { command, cwd, env } = line;
  if (!isFolder(cwd)) throw new Error(`the working directory ${cwd} does not exist`);
  const options = { cwd, env, ...groupOptions(system.platform) };
  try {
    return await (line.shell
      ? running(system.start(command.join(' '), [], { ...options, shell: true }))
      : startProgram(command, options, system));
  } catch (error) {
    throw new Error(startProblem(error, line, system));
  }
}

/** Starts a program. Windows itself finds and starts `.exe` and `.com` only, so that others, such as `npm.cmd`, are found here. */
async function startProgram(
  [program = '', ...args]: readonly string[],
  options: StartOptions,
  { platform, isFile, start, loadShellStart }: StartSystem,
): Promise<Child> {
  if (platform !== 'win32') return running(start(program, args, options));
  const file = placesOf(program, { platform, cwd: options.cwd, variables: options.env }).find(isFile);
  if (file === undefined) throw Object.assign(new Error(`spawn ${program} ENOENT`), { code: 'ENOENT' });
  return running((isStartedDirectly(file) ? start : await loadShellStart())(file, args, options));
}

/** Resolves once a child runs. Call it in the turn of its start: Node says so before any promise goes on. */
function running(child: Child): Promise<Child> {
  return new Promise((resolve, reject) => {
    child.once('spawn', () => resolve(child));
    child.once('error', reject);
  });
}

function startProblem(error: unknown, { command, shell, cwd, env }: CommandLine, { platform }: StartSystem): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const program = shell ? 'the shell' : (command[0] ?? '');
  if (code === 'E2BIG')
    return `the program "${program}" could not be started: its arguments and environment are too large`;
  const places = placesOf(program, { platform, cwd, variables: env });
  // Without a program of that name, the system blames a folder of PATH that this user may not look into.
  if (code === 'EACCES' && (isProgramPath(program) || places.some((place) => existsSync(place))))
    return `the program "${program}" is not executable: permission denied`;
  if (code !== 'ENOENT' && code !== 'EACCES')
    return `the program "${program}" could not be started: ${messageOf(error)}`;
  const found = places.find(isExecutable);
  if (found !== undefined) return `the interpreter in the first line of ${found} was not found`;
  return isProgramPath(program)
    ? `the program ${resolve(cwd, program)} does not exist`
    : `the program "${program}" was not found in any folder of PATH`;
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

/** The surroundings in which a program is looked for. */
export interface ProgramSearch {
  readonly platform: NodeJS.Platform;
  /** Absolute working directory. */
  readonly cwd: string;
  readonly variables: Readonly<Record<string, string>>;
}

/** Ends of names that Windows tries when PATHEXT says nothing. */
const WINDOWS_ENDS = '.COM;.EXE;.BAT;.CMD';

/** True for a program that is named by a path rather than looked for. */
function isProgramPath(program: string): boolean {
  return /[\\/]/.test(program);
}

/**
 * Paths at which a program is looked for, in order. Windows looks in the working directory first and adds the ends of PATHEXT, such
 * as `.cmd` of `npm`; a file without one of them cannot be started there.
 */
export function placesOf(program: string, { platform, cwd, variables }: ProgramSearch): string[] {
  const isWindows = platform === 'win32';
  const path = isWindows ? win32 : posix;
  const searchPath = (variableOf(platform, variables, 'PATH') ?? '').split(path.delimiter);
  const folders = isProgramPath(program) ? [cwd] : [...(isWindows ? [cwd] : []), ...searchPath];
  const names = isWindows ? windowsNames(program, variables) : [program];
  return folders.flatMap((folder) => names.map((name) => path.resolve(cwd, unquoted(folder), name)));
}

/** True for a file that Windows starts itself; others, such as `.cmd`, are started by its shell. */
export function isStartedDirectly(file: string): boolean {
  return /\.(?:com|exe)$/i.test(file);
}

function windowsNames(program: string, variables: Readonly<Record<string, string>>): string[] {
  const ends = (variableOf('win32', variables, 'PATHEXT') ?? WINDOWS_ENDS).split(';').filter((end) => end !== '');
  const isWhole = ends.some((end) => program.toLowerCase().endsWith(end.toLowerCase()));
  return [...(isWhole ? [program] : []), ...ends.map((end) => program + end.toLowerCase())];
}

/** Windows allows quotes around a folder of PATH. */
function unquoted(folder: string): string {
  return folder.replace(/^"(.*)"$/, '$1');
}
