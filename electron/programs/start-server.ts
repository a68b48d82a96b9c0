import { composeEmulator, type Emulator, type EmulatorOptions } from '../emulator/emulator.ts';
import { lineLogger, type Logger } from '../emulator/host/logger.ts';
import type { Flags } from './flags/flags.ts';
import { emulatorOptions } from './flags/emulator-options.ts';
import { firstRequest, readyLine } from './ready-message.ts';

/** A started server, and the logger of its program. */
export interface StartedServer {
  readonly emulator: Emulator;
  readonly logger: Logger;
}

/** Options that depend on the program. */
export type ServerHost = Pick<EmulatorOptions, 'gui' | 'startScriptProcess'>;

/** Starts the server with a program's flags and prints its address. Throws `StartError`. */
export async function startServer(
  program: 'serve' | 'desktop',
  flags: Flags,
  host: ServerHost,
): Promise<StartedServer> {
  const format = flags.logFormat ?? 'text';
  const logger = lineLogger(
    { info: printLine, alert: format === 'json' ? printLine : printError },
    format,
    flags.quiet,
  );
  const emulator = await composeEmulator(emulatorOptions(program, flags, { ...host, logger }));
  if (format === 'text' && !flags.quiet) printLine(`Try it:  ${firstRequest(emulator)}`);
  printLine(readyLine(emulator, format));
  return { emulator, logger };
}

function printLine(line: string): void {
  process.stdout.write(`${line}\n`);
}

function printError(line: string): void {
  process.stderr.write(`${line}\n`);
}
