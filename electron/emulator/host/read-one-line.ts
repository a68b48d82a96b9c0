import { closeSync, openSync, readSync } from 'node:fs';

/** Files with one short text are not longer, in bytes: of an endless one no more is read. */
const MAX_BYTES = 4096;

/** The only line of a file, as secrets are handed over; pipes are read too. Throws the system's error, or one that says what is wrong. */
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
