import { ApiError } from '../../../shared/http/errors.ts';
import { EXIT_CODES, StartError } from '../../emulator/host/start-error.ts';
import type { Variables } from '../flags/read-flags.ts';
import type { CommandCall, CommandFacts } from './command.ts';

/** Carries out a command. Returns its exit code. Rejects with errors that are for the person. */
export async function runCommand(
  call: CommandCall,
  commands: Readonly<Record<string, CommandFacts>>,
  variables: Variables,
): Promise<number> {
  // A reader such as `head` that has enough ends the command.
  process.stdout.on('error', () => process.exit(EXIT_CODES.stopped.code));
  try {
    const reason = await call({ stdout: process.stdout, stderr: process.stderr, variables, commands });
    // An error is that of a reader: see above. Electron exits later than Node, and would go on here.
    if (process.stdout.writableNeedDrain) await new Promise((resolve) => process.stdout.once('drain', resolve));
    return EXIT_CODES[reason].code;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw new StartError(
      'failed',
      error.code === 'unauthorized' ? `${error.message} Give it with --admin-token-file.` : error.message,
    );
  }
}
