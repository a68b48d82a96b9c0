import type { Writable } from 'node:stream';
import { ApiError } from '../../../shared/http/errors.ts';
import { EXIT_CODES, StartError } from '../../emulator/host/start-error.ts';
import { isClosedByOther } from '../../emulator/host/uncaught-errors.ts';
import type { Variables } from '../flags/read-flags.ts';
import type { Writer } from '../output/output.ts';
import type { CommandCall, CommandFacts } from './command.ts';

/** The used part of the process of a program. */
export interface OwnProcess {
  readonly env: Variables;
  readonly stdout: Writable & Writer;
  readonly stderr: Writer;
}

/** Runs a command. Returns its exit code. Rejects with errors for the user. */
export async function runCommand(
  call: CommandCall,
  commands: Readonly<Record<string, CommandFacts>>,
  { env, stdout, stderr }: OwnProcess,
): Promise<number> {
  // A reader such as `head` that closes the pipe ends the command.
  stdout.on('error', (error) => process.exit(EXIT_CODES[isClosedByOther(error) ? 'stopped' : 'failed'].code));
  try {
    return EXIT_CODES[await call({ stdout, stderr, variables: env, commands })].code;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw new StartError(
      'failed',
      error.code === 'unauthorized' ? `${error.message} Give it with --admin-token-file.` : error.message,
    );
  }
}
