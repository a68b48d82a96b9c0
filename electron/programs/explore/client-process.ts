import { constants } from 'node:os';

/** Exit codes as in shells: the program does not exist, or may not be executed. */
const NOT_FOUND = 127;
const NOT_EXECUTABLE = 126;

/** The reason that a command could not be started, as a sentence. */
export function startProblem(name: string, error: Error): string {
  return isMissing(error) ? `${name}: command not found` : `${name}: ${error.message}`;
}

/** The exit code for a command that could not be started, as in shells. */
export function startCode(error: Error): number {
  return isMissing(error) ? NOT_FOUND : NOT_EXECUTABLE;
}

/** The exit code of a process, that of a signal as in shells. */
export function exitCodeOf(code: number | null, signal: NodeJS.Signals | null): number {
  return code ?? 128 + (signal === null ? 0 : constants.signals[signal]);
}

function isMissing(error: Error): boolean {
  return 'code' in error && error.code === 'ENOENT';
}
