import { constants } from 'node:fs';
import { lstat, open, rm, writeFile } from 'node:fs/promises';
import { MAX_FILE_BYTES, FileRefusedError, readRegularFile } from '../../files/read-file.ts';
import { isSystemError } from '../../files/system-error.ts';
import { sealJson, unseal } from '../state/sealed-line.ts';
import { replaceFile } from '../../platform/replace-file.ts';

/** Bytes at which the older half of the file is dropped. */
const MAX_BYTES = 64 * 1024 * 1024;
/** Maximum number of bytes of a line; two bodies of 1 MiB in base64 take fewer. */
const MAX_LINE_BYTES = 4 * 1024 * 1024;

const NEWLINE = 0x0a;
/** Neither follows a link nor waits for the reader of a named pipe. Windows has neither flag. */
const FLAGS: Partial<typeof constants> = constants;
const APPEND =
  constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | (FLAGS.O_NOFOLLOW ?? 0) | (FLAGS.O_NONBLOCK ?? 0);

/**
 * The traffic log on disk: one file of sealed lines, oldest first, which is never synced. Calls that write must not overlap.
 * All reject with system errors.
 */
export class TrafficFile {
  readonly #path: string;
  readonly #assertHeld: () => void;
  /** True when the file may end in a torn line. */
  #isTorn = true;

  /** @param assertHeld throws when the folder is no longer this process's */
  constructor(path: string, assertHeld: () => void) {
    this.#path = path;
    this.#assertHeld = assertHeld;
  }

  /** Appends serialised objects as lines. */
  async append(texts: readonly string[]): Promise<void> {
    this.#assertHeld();
    // Opened for each write, so that a file that was removed is made again.
    const file = await open(this.#path, APPEND, 0o600);
    let size = 0;
    try {
      const found = await file.stat();
      if (!found.isFile()) throw new FileRefusedError(this.#path, 'is not a regular file');
      // A torn line stays: the next one begins on a line of its own.
      const bytes = Buffer.concat([Buffer.from(this.#isTorn && found.size > 0 ? '\n' : ''), ...texts.map(sealJson)]);
      this.#isTorn = true;
      await file.appendFile(bytes);
      this.#isTorn = false;
      size = found.size + bytes.length;
    } finally {
      await file.close();
    }
    // A file that is larger than any that Hangar writes is not read.
    if (size > MAX_FILE_BYTES.traffic) await this.clear();
    else if (size > MAX_BYTES) await this.#halve();
  }

  /** Iterates over the values of the lines, newest first; `undefined` stands for a damaged line. */
  async *newestFirst(): AsyncGenerator<object | undefined, void, undefined> {
    const content = await this.#content();
    for (let end = content.length; end > 0;) {
      const start = content.lastIndexOf(NEWLINE, end - 1) + 1;
      const line = content.subarray(start, end);
      end = start - 1;
      if (line.length > 0) yield line.length > MAX_LINE_BYTES ? undefined : unseal(line);
    }
  }

  /** Deletes all lines. Durable against a crash of the process when it resolves. */
  async clear(): Promise<void> {
    this.#assertHeld();
    await rm(this.#path, { force: true });
  }

  async #halve(): Promise<void> {
    const content = await this.#content();
    const half = content.indexOf(NEWLINE, content.length - MAX_BYTES / 2) + 1;
    await writeFile(`${this.#path}.new`, content.subarray(half), { mode: 0o600 });
    await replaceFile(`${this.#path}.new`, this.#path);
  }

  /** Content of the file; none when there is none. Links, named pipes and the like are refused. */
  async #content(): Promise<Buffer> {
    try {
      if ((await lstat(this.#path)).isSymbolicLink()) throw new FileRefusedError(this.#path, 'is a link');
      return await readRegularFile(this.#path, MAX_FILE_BYTES.traffic);
    } catch (error) {
      if (isSystemError(error, 'ENOENT')) return Buffer.alloc(0);
      throw error;
    }
  }
}
