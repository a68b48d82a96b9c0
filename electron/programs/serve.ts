import { EXIT_CODES } from '../emulator/host/start-error.ts';
import { resolvesWithin } from '../emulator/timers/timers.ts';
import type { Flags } from './flags/flags.ts';
import type { HostOptions } from './flags/program-options.ts';
import type { StandardOutput } from './output/output.ts';
import { startServer } from './start-server.ts';
import { onStopSignal, type StopSignal } from '../emulator/platform/stop-signals.ts';

/**
 * Maximum time of a stop, in milliseconds: five seconds, less the time to exit. The limits of the parts add up to less.
 * `desktop/quit.ts` has the limit of the application. Source: docs/command-line.md, "Flags".
 */
const STOP_TIMEOUT = 4800;

/** Serves until a signal or a client asks to stop. Returns the exit code. A second signal exits at once. */
export async function serve(flags: Flags, host: HostOptions, output: StandardOutput): Promise<number> {
  let onStopAsked: (() => void) | undefined;
  const stopped = new Promise<StopSignal | 'hangar stop'>((resolve) => {
    onStopAsked = () => resolve('hangar stop');
    onStopSignal((signal, count) => {
      resolve(signal);
      if (count > 1) process.exit(EXIT_CODES.failed.code);
    });
  });
  const { emulator, logger } = await startServer('serve', flags, { ...host, onStopAsked });
  // Nobody learns its address.
  if (await output.isLost()) {
    await resolvesWithin(STOP_TIMEOUT, emulator.stop());
    return EXIT_CODES.failed.code;
  }
  logger.info(`Stopping (${await stopped}) …`);
  if (await resolvesWithin(STOP_TIMEOUT, emulator.stop())) return EXIT_CODES.stopped.code;
  logger.error('Not everything stopped in time. Everything that was acknowledged is on disk.');
  return EXIT_CODES.failed.code;
}
