import { ApiError } from '../../shared/http/errors.ts';
import type { Disk, DiskFile } from './disk.ts';
import { FolderLostError } from './folder-lost-error.ts';
import { STORE_VERSION } from './migrations.ts';
import { seal, sealJson } from './sealed-line.ts';
import { causeOf } from './store-error.ts';

/**
 * What a promise of durability means: `process`: survives the death of the process, since the system has it; `power`:
 * survives the death of the machine, since the disk has it.
 */
export type Durability = 'process' | 'power';

/** Name of the journal with a number. */
export const journalName = (number: number): string => `journal-${number}.jsonl`;

/** One journal: lines are added, then written together. What was refused stays, and is written again at the same place. */
class JournalFile {
  readonly name: string;
  readonly #folder: string;
  readonly #file: DiskFile;
  /** Lines that are not yet as durable as promised. */
  #lines: Buffer[] = [];
  /** How many of them are written. */
  #written = 0;
  /** Where the first of them belongs. */
  #start: number;
  #end: number;

  constructor({ name: folder }: Disk, { name, file, size }: { name: string; file: DiskFile; size: number }) {
    this.#folder = folder;
    this.name = name;
    this.#file = file;
    this.#start = size;
    this.#end = size;
  }

  get size(): number {
    return this.#end;
  }

  get isWritten(): boolean {
    return this.#written === this.#lines.length;
  }

  get isDurable(): boolean {
    return this.#lines.length === 0;
  }

  add(line: Buffer): void {
    this.#lines.push(line);
  }

  /** Throws `FolderLostError` when what was written is not found by the file's name; it stays to be written again. */
  write(): void {
    const waiting = this.#lines.slice(this.#written);
    const bytes = waiting.length === 1 && waiting[0] !== undefined ? waiting[0] : Buffer.concat(waiting);
    if (bytes.length === 0) return;
    this.#file.write(bytes, this.#end);
    this.assertInPlace();
    this.#end += bytes.length;
    this.#written = this.#lines.length;
  }

  assertInPlace(): void {
    if (!this.#file.isInPlace())
      throw new FolderLostError(`${this.#folder}/${this.name} was removed or replaced while Hangar was using it.`);
  }

  /** Everything written is as durable as it needs to be. */
  settle(count = this.#written): void {
    this.#start += this.#lines.slice(0, count).reduce((sum, { length }) => sum + length, 0);
    this.#lines = this.#lines.slice(count);
    this.#written -= count;
  }

  async sync(): Promise<void> {
    const count = this.#written;
    if (count === 0) return;
    try {
      await this.#file.sync();
    } catch (error) {
      // A system that failed to write its cache may take the cache for written: everything is written again.
      [this.#written, this.#end] = [0, this.#start];
      throw error;
    }
    this.settle(count);
  }

  close(): void {
    this.#file.close();
  }
}

/** The journals that are being written: the last one takes what is new; those before it may still wait for the disk. */
export class Journal {
  readonly #disk: Disk;
  readonly #durability: Durability;
  #files: JournalFile[] = [];
  #number: number;
  #syncing: Promise<void> | null = null;
  /** A file was made whose name the disk may not have yet. */
  #hasNewName = false;
  #isClosed = false;

  /** @param size bytes of the journal with this number that are good; what follows them is cut off. */
  constructor(disk: Disk, options: { durability: Durability; number: number; size: number }) {
    this.#disk = disk;
    this.#durability = options.durability;
    this.#number = options.number;
    if (options.size === 0) this.rotate(options.number);
    else {
      const name = journalName(options.number);
      const file = disk.open(name, 'write');
      file.truncate(options.size);
      this.#files = [new JournalFile(disk, { name, file, size: options.size })];
    }
  }

  get number(): number {
    return this.#number;
  }

  /** Bytes of the journal that takes what is new. */
  get size(): number {
    return this.#files.at(-1)?.size ?? 0;
  }

  get isWritten(): boolean {
    return this.#files.every(({ isWritten }) => isWritten);
  }

  /** True when everything added is as durable as promised. */
  get isDurable(): boolean {
    return this.#files.every(({ isDurable }) => isDurable);
  }

  /** @param items each an `Item` as JSON. */
  add(items: readonly string[]): void {
    this.#files.at(-1)?.add(sealJson(`{"items":[${items.join(',')}]}`));
  }

  /** Writes what was added; throws `ApiError` when the disk refuses, and tries again at the next call. */
  write(): void {
    for (const file of this.#files) {
      try {
        file.write();
        if (this.#durability === 'process') file.settle();
      } catch (error) {
        throw refused(this.#disk, file.name, error);
      }
    }
  }

  /** Throws `FolderLostError` when a journal that is being written was removed or replaced. */
  assertInPlace(): void {
    for (const file of this.#files) file.assertInPlace();
  }

  /** Resolves when all that was written before the call is as durable as promised. Many calls share one wait for the disk. */
  async sync(): Promise<void> {
    if (this.#durability === 'process') return;
    // The wait that is under way began before what was written last.
    if (this.#syncing !== null) await this.#syncing.catch(() => undefined);
    this.#syncing ??= this.#syncFiles().finally(() => (this.#syncing = null));
    await this.#syncing;
  }

  /** Begins a new journal. */
  rotate(number = this.#number + 1): void {
    const name = journalName(number);
    const file = this.#disk.open(name, 'create');
    const header = seal({ file: 'journal', version: STORE_VERSION, number });
    try {
      file.write(header, 0);
    } catch (error) {
      file.close();
      this.#disk.remove(name);
      throw error;
    }
    this.#files.push(new JournalFile(this.#disk, { name, file, size: header.length }));
    this.#number = number;
    this.#hasNewName = true;
  }

  /** Lets go of all journals but the last: a snapshot holds what they say. */
  forgetOld(): void {
    for (const file of this.#files.splice(0, this.#files.length - 1)) file.close();
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    for (const file of this.#files) file.close();
  }

  async #syncFiles(): Promise<void> {
    for (const file of [...this.#files]) {
      try {
        await file.sync();
      } catch (error) {
        throw refused(this.#disk, file.name, error);
      }
    }
    if (!this.#hasNewName) return;
    this.#hasNewName = false;
    await this.#disk.sync();
  }
}

function refused(disk: Disk, name: string, error: unknown): ApiError {
  if (error instanceof FolderLostError) return error;
  return new ApiError(
    'internal',
    `The state could not be saved: ${disk.name}/${name}: ${causeOf(error)}. What is kept in memory is saved as soon as that is possible.`,
  );
}
