import { version } from '../../package.json' with { type: 'json' };
import { handleUncaughtErrors } from '../emulator/host/uncaught-errors.ts';
import { lineLogger, printable } from '../emulator/host/logger.ts';
import { EXIT_CODES } from '../emulator/host/start-error.ts';
import { failure, printError } from './failure.ts';
import { ALL_COMMANDS } from './command-table.ts';
import type { KeepCompiledCode } from './compile-cache.ts';
import { readCommandLine, type Request } from './command-line.ts';
import { runCommand } from './commands/run-command.ts';
import type { HostOptions } from './flags/program-options.ts';

/** A command line with the host that runs it. */
export interface ProgramRun {
  /** The command with its flags and operands. */
  readonly args: readonly string[];
  readonly host: HostOptions;
  /** Saves compiled code for later starts; absent without a cache. */
  readonly keepCompiledCode?: KeepCompiledCode;
}

/** Runs the program of the command line without loading others. Returns its exit code. */
async function main({ args, host, keepCompiledCode }: ProgramRun): Promise<number> {
  const request = readCommandLine(args, process.env, version);
  if (mayWrite(request)) keepCompiledCode?.(request.program === 'serve' || request.program === 'exec');
  switch (request.program) {
    case 'serve':
      return (await import('./serve.ts')).serve(request.flags, host);
    case 'exec':
      return (await import('./exec.ts')).exec(request.flags, request.command, host);
    case 'replay':
      return (await import('./replay/replay-program.ts')).replayProgram(request.file, request.flags);
    case 'mcp':
      return (await import('./mcp/mcp-program.ts')).mcpProgram(request.flags, version);
    case 'command':
      return runCommand(request.call, ALL_COMMANDS, process);
    case 'print':
      process.stdout.write(printable(request.text));
      return EXIT_CODES.stopped.code;
  }
}

/** False for runs that must not write: an emulator in memory, help, a replay. */
function mayWrite(request: Request): boolean {
  if (request.program === 'serve') return !request.flags.inMemory && request.flags.bundle === undefined;
  return (
    request.program === 'command' ||
    request.program === 'mcp' ||
    (request.program === 'exec' && request.flags.data !== undefined)
  );
}

/** Runs the program of a command line, then exits. */
export function runProgram(run: ProgramRun): void {
  // Readers of the ready line may close the pipe; keep running.
  process.stdout.on('error', () => {});
  const print = (line: string) => printError(line, process.stderr);
  handleUncaughtErrors(process, lineLogger({ info: print, alert: print }, 'text', false), () =>
    process.exit(EXIT_CODES.failed.code),
  );
  // Exits even if scripts left timers or connections behind.
  void main(run)
    .catch((error: unknown) => failure(error, process.stderr))
    .then((code) => process.exit(code));
}
