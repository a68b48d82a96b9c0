import { messageOf } from '../../../shared/values/messages.ts';
import { readRegularFile } from '../files/read-file.ts';
import { StartError } from './start-error.ts';

/** Reads a file that a user names. Throws `StartError('usage')` when it cannot be read. @param noun such as `bundle` */
export async function readInput(noun: string, path: string, maxBytes: number): Promise<Buffer> {
  try {
    return await readRegularFile(path, maxBytes);
  } catch (error) {
    throw new StartError('usage', `The ${noun} cannot be read: ${messageOf(error)}`);
  }
}
