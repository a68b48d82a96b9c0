import { EXIT_CODES } from '../host/start-error.ts';
import type { Flags } from '../options/flags.ts';
import { startServer } from './start-server.ts';
import { type StopSignal, onStopSignal } from './stop-signal.ts';

/** Serves until a signal asks to stop; gives the exit code. A second signal ends the process at once. */
export async function serve(flags: Flags, gui: string | null): Promise<number> {
  const stopped = new Promise<StopSignal>((resolve) => {
    onStopSignal((signal, count) => {
      resolve(signal);
      if (count > 1) process.exit(EXIT_CODES.failed.code);
    });
  });
  const { emulator, logger } = await startServer('serve', flags, gui);
  logger.info(`Stopping (${await stopped}) …`);
  await emulator.stop();
  return EXIT_CODES.stopped.code;
}
