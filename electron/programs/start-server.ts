import { composeEmulator, type Emulator } from '../emulator/emulator.ts';
import type { Logger } from '../emulator/host/logger.ts';
import { saveAddress } from './client/server-address.ts';
import type { Flags } from './flags/flags.ts';
import { printLine, programOptions, type HostOptions } from './flags/program-options.ts';
import { firstRequest, readyLine } from './ready-message.ts';

/** A started server, and the logger of its program. */
export interface StartedServer {
  readonly emulator: Emulator;
  readonly logger: Logger;
}

/** Starts the server with a program's flags and prints its address. Throws `StartError`. */
export async function startServer(
  program: 'serve' | 'desktop',
  flags: Flags,
  host: HostOptions,
): Promise<StartedServer> {
  const { emulator: options, format, quiet } = programOptions(program, flags, host);
  const emulator = await composeEmulator(options);
  if (emulator.data !== '') saveAddress(emulator.data, emulator.url);
  if (format === 'text' && !quiet) printLine(`Try it:  ${firstRequest(emulator)}`);
  printLine(readyLine(emulator, format));
  return { emulator, logger: options.logger };
}
