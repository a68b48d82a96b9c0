import { closeSync, openSync, readSync } from 'node:fs';

/** Files with one short text are not longer, in bytes: of an endless one no more is read. */
const LONGEST = 4096;

/** The only line of a file, as secrets are handed over; pipes are read too. Throws the system's error, or one that says what is wrong. */
export function onlyLine(path: string): string {
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(LONGEST + 1);
    let size = 0;
    for (let read = -1; read !== 0 && size < bytes.length; size += read)
      read = readSync(file, bytes, size, bytes.length - size, null);
    if (size > LONGEST) throw new Error(`it has more than ${LONGEST} bytes`);
    const text = bytes.toString('utf8', 0, size).replace(/\r?\n$/, '');
    if (text.includes('\n')) throw new Error('it has more than one line');
    return text;
  } finally {
    closeSync(file);
  }
}
