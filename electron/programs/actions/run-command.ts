import type { Writable } from 'node:stream';
import { ApiError } from '../../../shared/http/errors.ts';
import { messageOf } from '../../../shared/values/messages.ts';
import { EXIT_CODES, StartError } from '../../emulator/host/start-error.ts';
import { isClosedByOther } from '../../emulator/host/uncaught-errors.ts';
import { UsageError } from '../flags/field.ts';
import type { Variables } from '../flags/read-flags.ts';
import { printDiagnostic, type Writer } from '../output/output.ts';
import type { CommandCall } from './action.ts';
import { ALL_COMMANDS } from './table.ts';

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
