import { closeSync, openSync, readSync } from 'node:fs';
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

/** Maximum number of bytes read, since the file may be endless. */
const MAX_BYTES = 4096;

/** Reads a file with a single line, such as a secret; pipes too. Throws system errors, or an error with the problem. */
export function readOneLine(path: string): string {
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(MAX_BYTES + 1);
    let size = 0;
    for (let read = -1; read !== 0 && size < bytes.length; size += read)
      read = readSync(file, bytes, size, bytes.length - size, null);
    if (size > MAX_BYTES) throw new Error(`it has more than ${MAX_BYTES} bytes`);
    const text = bytes.toString('utf8', 0, size).replace(/\r?\n$/, '');
    if (text.includes('\n')) throw new Error('it has more than one line');
    return text;
  } finally {
    closeSync(file);
  }
}
