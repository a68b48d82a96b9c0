import { version } from '../../package.json' with { type: 'json' };
import { handleUncaughtErrors } from '../emulator/host/uncaught-errors.ts';
import { lineLogger, printable } from '../emulator/host/logger.ts';
import { EXIT_CODES } from '../emulator/host/start-error.ts';
import { printDiagnostic, type StandardOutput, watchOutput } from './output/output.ts';
import { failure, runCommand } from './actions/run-command.ts';
import { readCommandLine, type CommandLine } from './command-line.ts';
import type { HostOptions } from './flags/program-options.ts';

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
