import type { Writable } from 'node:stream';
import { version } from '../../package.json';
import { handleUncaughtErrors, isClosedByOther } from '../emulator/host/uncaught-errors.ts';
import { lineLogger, printable } from '../emulator/host/logger.ts';
import { EXIT_CODES, StartError } from '../emulator/host/start-error.ts';
import { printDiagnostic, type StandardOutput, watchOutput, type Writer } from './output/output.ts';
import { readCommandLine, type CommandLine } from './command-line.ts';
import type { HostOptions } from './flags/program-options.ts';
import { ApiError } from '../../shared/http/errors.ts';
import { messageOf } from '../../shared/values/messages.ts';
import { UsageError } from './flags/field.ts';
import type { Variables } from './flags/read-flags.ts';
import type { CommandCall } from './actions/action.ts';
import { ALL_COMMANDS } from './actions/table.ts';

/** A command line with the host that runs it. */
interface ProgramRun {
  /** The command with its flags and operands. */
  readonly args: readonly string[];
  readonly host: HostOptions;
  /** Keeps the compiled code of this start for later ones; absent without a cache. */
  readonly keepCompiledCode?: () => void;
}

/** Runs the program of the command line without loading others. Returns its exit code. */
async function main({ args, host, keepCompiledCode }: ProgramRun, output: StandardOutput): Promise<number> {
  const line = readCommandLine(args, process.env, version);
  if (mayWrite(line)) keepCompiledCode?.();
  switch (line.program) {
    case 'serve':
      return (await import('./serve.ts')).serve(line.flags, host, output);
    case 'exec':
      return (await import('./exec.ts')).exec(line.flags, line.command, host);
    case 'explore':
      return (await import('./explore/explore-program.ts')).exploreProgram(line, async (options) =>
        (await import('./trial-parent.ts')).startTrialParent(options),
      );
    case 'replay':
      return (await import('./replay/replay-program.ts')).replayProgram(line.file, line.flags);
    case 'mcp':
      return (await import('./mcp/serve-tools.ts')).mcpProgram(line.flags, version);
    case 'command':
      return runCommand(line.call, process);
    case 'print':
      process.stdout.write(printable(line.text));
      if (line.checksVersion)
        process.stdout.write(`${printable((await import('./newest-version.ts')).newestVersion())}\n`);
      return EXIT_CODES.stopped.code;
  }
}

/** False for runs that must not write: an emulator in memory, help, a replay. */
function mayWrite(line: CommandLine): boolean {
  if (line.program === 'serve') return !line.flags.inMemory && line.flags.bundle === undefined;
  return (
    line.program === 'command' || line.program === 'mcp' || (line.program === 'exec' && line.flags.data !== undefined)
  );
}

/** Runs the program of a command line, then exits. */
export function runProgram(run: ProgramRun): void {
  // Readers of the ready line may close the pipe; keep running.
  const output = watchOutput(process.stdout, process.stderr);
  const print = (line: string) => printDiagnostic(line, process.stderr);
  handleUncaughtErrors(process, lineLogger({ info: print, alert: print }, 'text', false), () =>
    process.exit(EXIT_CODES.failed.code),
  );
  // Exits even if scripts left timers or connections behind.
  void main(run, output)
    .catch((error: unknown) => failure(error, process.stderr))
    .then(async (code) => {
      const isLost = await output.isLost();
      process.exit(isLost && code === EXIT_CODES.stopped.code ? EXIT_CODES.failed.code : code);
    });
}

/** The used part of the process of a command. */
interface OwnProcess {
  readonly env: Variables;
  readonly stdout: Writable & Writer;
  readonly stderr: Writer;
}

/** Runs a command. Returns its exit code. Rejects with errors for the user. */
export async function runCommand(call: CommandCall, { env, stdout, stderr }: OwnProcess): Promise<number> {
  // A reader such as `head` that closes the pipe ends the command.
  stdout.on('error', (error) => process.exit(EXIT_CODES[isClosedByOther(error) ? 'stopped' : 'failed'].code));
  try {
    return EXIT_CODES[await call({ stdout, stderr, variables: env, commands: ALL_COMMANDS })].code;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw new StartError(
      'failed',
      error.code === 'unauthorized' ? `${error.message} Give it with --admin-token-file.` : error.message,
    );
  }
}

/** Prints why a program failed. Returns its exit code. */
export function failure(error: unknown, stderr: Writer): number {
  const isExpected = error instanceof UsageError || error instanceof StartError;
  const text = !isExpected && error instanceof Error ? (error.stack ?? error.message) : messageOf(error);
  printDiagnostic(text, stderr);
  return EXIT_CODES[error instanceof StartError ? error.reason : isExpected ? 'usage' : 'failed'].code;
}
