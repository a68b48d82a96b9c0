import { EXIT_CODES, StartError } from '../emulator/host/start-error.ts';
import { UsageError } from './flags/flag.ts';
import type { Writer } from './output/output.ts';
import { printDiagnostic } from './output/print-diagnostic.ts';

/** Prints why a program failed. Returns its exit code. */
export function failure(error: unknown, stderr: Writer): number {
  if (error instanceof UsageError || error instanceof StartError) {
    printDiagnostic(error.message, stderr);
    return EXIT_CODES[error instanceof StartError ? error.reason : 'usage'].code;
  }
  printDiagnostic(error instanceof Error ? (error.stack ?? error.message) : String(error), stderr);
  return EXIT_CODES.failed.code;
}
