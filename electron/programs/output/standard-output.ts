import type { Writable } from 'node:stream';
import { isClosedByOther } from '../../emulator/host/uncaught-errors.ts';
import { endOfTurn } from '../../emulator/timers/timers.ts';
import { printDiagnostic, type Writer } from './output.ts';

/** A program's standard output, watched for errors. */
export interface StandardOutput {
  /** Resolves once everything is written, or cannot be: to true then. A reader that has gone is no loss. */
  readonly isLost: () => Promise<boolean>;
}

/** Says once, on standard error, that a program's standard output cannot be written, such as on a full disk. */
export function watchOutput(stream: Writable, stderr: Writer): StandardOutput {
  // Node's own state of this stream does not keep the error.
  let isLost = false;
  stream.on('error', (error) => {
    if (isLost || isClosedByOther(error)) return;
    isLost = true;
    printDiagnostic(`standard output cannot be written: ${error.message}`, stderr);
  });
  return {
    isLost: async () => {
      await new Promise<void>((resolve) => {
        stream.once('error', () => resolve());
        stream.write('', () => resolve());
      });
      // The stream tells its error after the write.
      await endOfTurn();
      return isLost;
    },
  };
}
