import { ApiError } from '../../../../shared/http/errors.ts';
import type { Disk, DiskFile } from './disk.ts';
import { FolderLostError } from './folder-lost-error.ts';
import { STORE_VERSION } from './migrations.ts';
import { seal, sealItems } from './sealed-line.ts';
import { messageOf } from '../../../../shared/values/message-of.ts';

/**
 * Guarantee of an acknowledgement. `process`: survives the death of the process, since the system has the data. `power`:
 * survives the death of the machine, since the disk has it.
 */
export type Durability = 'process' | 'power';

/** Name of a journal. */
export const journalName = (number: number): string => `journal-${number}.jsonl`;

/** Suffix of a draft journal, which is not valid yet. */
const DRAFT = '.new';

/** True for a draft journal: nothing in it was acknowledged. */
export const isDraft = (name: string): boolean => /^journal-\d+\.jsonl\.new$/.test(name);

/**
 * One journal: lines are added, then written together. After a failure they are kept and written again at the same
 * position.
 */
class JournalFile {
  readonly name: string;
  readonly #disk: Disk;
  #file: DiskFile;
  /** `open`: a draft; `complete`: a draft to be renamed; `committed`: read by a restart. */
  #state: 'open' | 'complete' | 'committed';
  /** Lines that are not yet durable. */
  #lines: Buffer[] = [];
  /** Number of these lines that are written. */
  #written = 0;
  /** Offset of the first of these lines. */
  #start: number;
  #end: number;

  constructor(
    disk: Disk,
    { name, file, size, isDraft = false }: { name: string; file: DiskFile; size: number; isDraft?: boolean },
  ) {
    this.#disk = disk;
    this.name = name;
    this.#file = file;
    this.#state = isDraft ? 'open' : 'committed';
    this.#start = size;
    this.#end = size;
  }

  get size(): number {
    return this.#end;
  }

  get isWritten(): boolean {
    return this.#written === this.#lines.length && this.#state === 'committed';
  }

  get isDurable(): boolean {
    return this.#lines.length === 0 && this.#state === 'committed';
  }

  add(line: Buffer): void {
    this.#lines.push(line);
  }

  /** Throws `FolderLostError` when the file's name no longer leads to it. The lines are kept to be written again. */
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

  /** Marks written lines as durable. */
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
      // After a failed sync, the system may consider its cache written: everything is written again.
      [this.#written, this.#end] = [0, this.#start];
      throw error;
    }
    this.settle(count);
  }

  /** Marks a draft as complete. */
  complete(): void {
    if (this.#state === 'open') this.#state = 'complete';
  }

  /** Renames a complete draft, which makes all of it valid; throws on disk errors. Returns false for any other file. */
  commit(): boolean {
    if (this.#state !== 'complete') return false;
    const draft = this.name + DRAFT;
    // An earlier attempt may have failed after the rename.
    if (this.#disk.names().includes(draft)) this.#disk.rename(draft, this.name);
    const file = this.#disk.open(this.name, 'write');
    this.#file.close();
    this.#file = file;
    this.#state = 'committed';
    return true;
  }

  close(): void {
    this.#file.close();
  }
}

/** The journals that are being written: new items go to the last one; earlier ones may still wait for the disk. */
export class Journal {
  readonly #disk: Disk;
  readonly #durability: Durability;
  #files: JournalFile[] = [];
  #number: number;
  #syncing: Promise<void> | null = null;
  /** A file was created whose name may not be durable yet. */
  #hasNewName = false;
  #isClosed = false;

  /** @param size valid bytes of the journal with this number; the rest is cut off */
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

  /** Size of the last journal in bytes. */
  get size(): number {
    return this.#files.at(-1)?.size ?? 0;
  }

  get isWritten(): boolean {
    return this.#files.every(({ isWritten }) => isWritten);
  }

  /** True when everything added is durable. */
  get isDurable(): boolean {
    return this.#files.every(({ isDurable }) => isDurable);
  }

  /** @param items each an `Item` as JSON */
  add(items: readonly string[]): void {
    this.#files.at(-1)?.add(sealItems(items));
  }

  /** Writes what was added. Throws `ApiError` on disk errors; the next call tries again. */
  write(): void {
    for (const file of this.#files) {
      try {
        file.write();
        if (this.#durability === 'power') continue;
        file.settle();
        if (file.commit()) this.#hasNewName = true;
      } catch (error) {
        throw refused(this.#disk, file.name, error);
      }
    }
  }

  /**
   * Writes to a draft before it is complete. Returns false on disk errors; `write` then meets the same error and reports
   * it.
   */
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

  /** Throws `FolderLostError` when a journal in use was removed or replaced. */
  assertInPlace(): void {
    for (const file of this.#files) file.assertInPlace();
  }

  /** Resolves when everything written before the call is durable. Concurrent calls share one sync. */
  async sync(): Promise<void> {
    if (this.#durability === 'process') return;
    // A running sync began before the latest writes.
    if (this.#syncing !== null) await this.#syncing.catch(() => undefined);
    this.#syncing ??= this.#syncFiles().finally(() => (this.#syncing = null));
    await this.#syncing;
  }

  /** Starts a new journal. */
  rotate(number = this.#number + 1): void {
    this.#begin(number, false);
  }

  /**
   * Starts a draft journal. It becomes valid as a whole once it is complete, written and synced. Returns false on disk
   * errors.
   */
  rotateToDraft(): boolean {
    try {
      this.#begin(this.#number + 1, true);
      return true;
    } catch {
      return false;
    }
  }

  /** Call when everything was added to the draft. */
  completeDraft(): void {
    this.#files.at(-1)?.complete();
  }

  /** Closes the journals before a number: a snapshot has their content. */
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
        if (file.commit()) this.#hasNewName = true;
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
    `The state could not be saved: ${disk.name}/${name}: ${messageOf(error)}. Changes are kept in memory and saved as soon as possible.`,
  );
}
