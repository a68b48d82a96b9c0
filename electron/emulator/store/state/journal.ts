import { ApiError } from '../../../../shared/http/errors.ts';
import type { Disk, DiskFile } from './disk.ts';
import { FolderLostError } from './folder-lost-error.ts';
import { STORE_VERSION } from './migrations.ts';
import { seal, sealJson } from './sealed-line.ts';
import { messageOf } from '../../../../shared/values/message-of.ts';

/**
 * What a promise of durability means: `process`: survives the death of the process, since the system has it; `power`:
 * survives the death of the machine, since the disk has it.
 */
export type Durability = 'process' | 'power';

/** Name of the journal with a number. */
export const journalName = (number: number): string => `journal-${number}.jsonl`;

/** Follows the name of a journal that does not count yet. */
const DRAFT = '.new';

/** True for a file that was to become a journal: nothing in it was promised. */
export const isDraft = (name: string): boolean => /^journal-\d+\.jsonl\.new$/.test(name);

/** One journal: lines are added, then written together. What was refused stays, and is written again at the same place. */
class JournalFile {
  readonly name: string;
  readonly #disk: Disk;
  #file: DiskFile;
  /** `open`: it lies under a draft's name; `complete`: it is to be renamed; `placed`: a restart reads it. */
  #state: 'open' | 'complete' | 'placed';
  /** Lines that are not yet as durable as promised. */
  #lines: Buffer[] = [];
  /** How many of them are written. */
  #written = 0;
  /** Where the first of them belongs. */
  #start: number;
  #end: number;

  constructor(
    disk: Disk,
    { name, file, size, isDraft = false }: { name: string; file: DiskFile; size: number; isDraft?: boolean },
  ) {
    this.#disk = disk;
    this.name = name;
    this.#file = file;
    this.#state = isDraft ? 'open' : 'placed';
    this.#start = size;
    this.#end = size;
  }

  get size(): number {
    return this.#end;
  }

  get isWritten(): boolean {
    return this.#written === this.#lines.length && this.#state === 'placed';
  }

  get isDurable(): boolean {
    return this.#lines.length === 0 && this.#state === 'placed';
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
      throw new FolderLostError(`${this.#disk.name}/${this.name} was removed or replaced while Hangar was using it.`);
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

  /** Nothing more is needed for a draft to count. */
  complete(): void {
    if (this.#state === 'open') this.#state = 'complete';
  }

  /** Gives a complete draft its name, with which all of it counts; throws when the disk refuses. False for any other. */
  place(): boolean {
    if (this.#state !== 'complete') return false;
    const draft = this.name + DRAFT;
    // A try that was refused half-way has renamed it.
    if (this.#disk.names().includes(draft)) this.#disk.rename(draft, this.name);
    const file = this.#disk.open(this.name, 'write');
    this.#file.close();
    this.#file = file;
    this.#state = 'placed';
    return true;
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
        if (this.#durability === 'power') continue;
        file.settle();
        if (file.place()) this.#hasNewName = true;
      } catch (error) {
        throw refused(this.#disk, file.name, error);
      }
    }
  }

  /** Writes what was added to a draft. False when the disk refuses: `write` then meets the same refusal, and tells it. */
  writeAhead(): boolean {
    const file = this.#files.at(-1);
    try {
      file?.write();
    } catch {
      return false;
    }
    if (this.#durability === 'process') file?.settle();
    return true;
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
    this.#begin(number, false);
  }

  /**
   * Begins a journal of which nothing counts before all of it does: once it is complete, and has been written and synced.
   * False when the disk refuses.
   */
  rotateToDraft(): boolean {
    try {
      this.#begin(this.#number + 1, true);
      return true;
    } catch {
      return false;
    }
  }

  /** To be called when all of the draft was added. */
  completeDraft(): void {
    this.#files.at(-1)?.complete();
  }

  /** Lets go of the journals before one: a snapshot holds what they say. */
  forgetBefore(number: number): void {
    const count = this.#files.findIndex(({ name }) => name === journalName(number));
    for (const file of this.#files.splice(0, Math.max(0, count))) file.close();
  }

  #begin(number: number, isDraft: boolean): void {
    const name = journalName(number);
    const fileName = isDraft ? name + DRAFT : name;
    const file = this.#disk.open(fileName, 'create');
    const header = seal({ file: 'journal', version: STORE_VERSION, number });
    try {
      file.write(header, 0);
    } catch (error) {
      file.close();
      this.#disk.remove(fileName);
      throw error;
    }
    this.#files.push(new JournalFile(this.#disk, { name, file, size: header.length, isDraft }));
    this.#number = number;
    this.#hasNewName = true;
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
        if (file.place()) this.#hasNewName = true;
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
    `The state could not be saved: ${disk.name}/${name}: ${messageOf(error)}. What is kept in memory is saved as soon as that is possible.`,
  );
}
