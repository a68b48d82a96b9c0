import { posix, win32 } from 'node:path';
import { variableOf } from './variables.ts';

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
export function isProgramPath(program: string): boolean {
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
