import { composeEmulator } from '../emulator.ts';
import { lineLogger } from '../host/logger.ts';
import { EXIT_CODES } from '../host/start-error.ts';
import type { Flags } from '../options/flags.ts';
import { emulatorOptions } from '../options/emulator-options.ts';
import { firstRequest, readyLine } from './announce.ts';
import { type StopSignal, onStopSignal } from './stop-signal.ts';

/** Serves until a signal asks to stop; gives the exit code. A second signal ends the process at once. */
export async function serve(flags: Flags, gui: string | null): Promise<number> {
  const stopped = new Promise<StopSignal>((resolve) => {
    onStopSignal((signal, count) => {
      resolve(signal);
      if (count > 1) process.exit(EXIT_CODES.failed.code);
    });
  });
  const format = flags.logFormat ?? 'text';
  const logger = lineLogger({ info: printLine, alert: format === 'json' ? printLine : complain }, format, flags.quiet);
  const emulator = await composeEmulator(emulatorOptions('serve', flags, { gui, logger }));
  if (format === 'text' && !flags.quiet) printLine(`Try it:  ${firstRequest(emulator)}`);
  printLine(readyLine(emulator, format));
  logger.info(`Stopping (${await stopped}) …`);
  await emulator.stop();
  return EXIT_CODES.stopped.code;
}

function printLine(line: string): void {
  process.stdout.write(`${line}\n`);
}

function complain(line: string): void {
  process.stderr.write(`${line}\n`);
}
