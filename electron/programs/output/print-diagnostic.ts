import { printable } from '../../emulator/host/logger.ts';
import type { Writer } from './output.ts';

/** Prints a line on standard error, after the name of the program. */
export function printDiagnostic(line: string, stderr: Writer): void {
  stderr.write(`hangar: ${printable(line)}\n`);
}
