import { ApiError } from '../../../../shared/http/errors.ts';
import { messageOf } from '../../../../shared/values/messages.ts';
import { Slices, StoppedError } from '../../slices/slices.ts';
import type { Disk, DiskFile } from './disk.ts';
import { FolderLostError } from './disk.ts';
import { seal, sealItems } from './sealed-line.ts';

/**
 * Guarantee of an acknowledgement. `process`: survives the death of the process, since the system has the data. `power`:
 * survives the death of the machine, since the disk has it.
 */
export type Durability = 'process' | 'power';

/** Name of the file. */
export const STATE_FILE = 'state.jsonl';
/** Name of its successor while that is being written; nothing in it was acknowledged. */
export const STATE_DRAFT = `${STATE_FILE}.new`;
/** Version of the format that this Hangar writes. */
export const STATE_VERSION = 3;
/** The first line of the file. */
export const STATE_HEADER = { file: 'state', version: STATE_VERSION };

/** A file below this size is not rewritten. */
const REWRITE_AT = 4 * 1024 * 1024;
/** A file is rewritten when it is this many times as long as after its last rewrite. */
const GROWTH = 3;
/** The same when it is closed, and after a rewrite failed. */
const SMALL_GROWTH = 1.5;
/** Approximate number of characters of a line in a rewritten file: few enough for a text that V8 allocates with the short-lived values. */
const LINE = 32 * 1024;
/** Maximum number of characters of changes that are added as a line, a quarter of what a text may have. */
const MAX_ADDED = 128 * 1024 * 1024;

/** Options of a state file. */
interface StateFileOptions {
  readonly durability: Durability;
  /** The whole state as items, each as JSON. The state may change while they are read: all changes are written after them. */
  readonly content: () => Iterable<string>;
  /** A smaller file is not rewritten; for tests. */
  readonly rewriteAt?: number | undefined;
}

/**
 * The file of the state: sealed lines of items in the order of their changes. Lines are added at its end, and stay in memory
 * until they are saved. When it has grown, it is replaced by a file with the state as it is; until then it stays whole.
 */
export class StateFile {
  readonly #disk: Disk;
  readonly #options: StateFileOptions;
  /** Undefined before the first rewrite of a new folder. */
  #file: DiskFile | undefined;
  #size: number;
  #sizeAfterRewrite: number;
  /** Lines that are not written, and lines that are written but not synced. */
  #waiting: Buffer[] = [];
  #unsynced: Buffer[] = [];
  /** True when the file lacks something that is neither waiting nor unsynced, so that only a rewrite saves it. */
  #isStale: boolean;
  /** Lines added while the file is being rewritten. */
  #added: Buffer[] = [];
  #rewriting: Promise<void> | undefined;
  #slices = new Slices();
  /** True while everything is in the draft, which takes the place of the file. */
  #isSwitching = false;
  #syncing: Promise<void> | undefined;

  /** @param size bytes of the existing file that are valid; `undefined` when there is none */
  constructor(disk: Disk, options: StateFileOptions, size: number | undefined) {
    this.#disk = disk;
    this.#options = options;
    this.#isStale = size === undefined;
    [this.#size, this.#sizeAfterRewrite] = [size ?? 0, size ?? 0];
    if (size === undefined) return;
    this.#file = disk.open(STATE_FILE, 'write');
    this.#file.truncate(size);
  }

  /** True when everything added is durable. */
  get isDurable(): boolean {
    return this.#waiting.length + this.#unsynced.length === 0 && !this.#isStale;
  }

  /** True while changes are added to a file that may lack what they change. */
  get isRewriting(): boolean {
    return this.#rewriting !== undefined;
  }

  /** True when the file has grown enough to be rewritten. */
  get isDue(): boolean {
    return this.#rewriting === undefined && this.#hasGrown(GROWTH);
  }

  /** True when a rewrite spares the next start much of its reading. */
  get isDueAtEnd(): boolean {
    return this.#hasGrown(SMALL_GROWTH);
  }

  #hasGrown(factor: number): boolean {
    const { rewriteAt = REWRITE_AT } = this.#options;
    return this.#size > Math.max(rewriteAt, factor * this.#sizeAfterRewrite);
  }

  /** Adds changes of the state, together or not at all: as a line, or with a rewrite when they are too long for one. @param items each an `Item` as JSON */
  add(items: readonly string[]): void {
    if (items.reduce((length, item) => length + item.length, 0) > MAX_ADDED) {
      this.replaceAll();
      return;
    }
    const line = sealItems(items);
    this.#waiting.push(line);
    if (this.#rewriting !== undefined) this.#added.push(line);
  }

  /** Leaves the state, which is replaced or has changed by more than a line, to a rewrite that begins later. Nothing added before is written any more. */
  replaceAll(): void {
    this.#isStale = true;
    this.#slices.stop();
    [this.#waiting, this.#unsynced] = [[], []];
  }

  /**
   * Resolves when everything added is durable. With durability `process` it is already when this returns. Rejects with
   * `ApiError`; the next call tries again.
   */
  async save(): Promise<void> {
    try {
      if (this.#isSwitching) await this.#rewriting?.catch(() => undefined);
      do {
        if (this.#isStale) await this.#rewriteStale();
        this.#write();
        if (this.#options.durability === 'power') await this.#sync();
        // A rewrite that failed during the sync has closed the file.
      } while (this.#isStale);
    } catch (error) {
      if (error instanceof ApiError) throw error;
      throw new ApiError(
        'internal',
        `The state could not be saved: ${this.#disk.name}/${STATE_FILE}: ${messageOf(error)}. Changes are kept in memory and saved as soon as possible.`,
      );
    }
  }

  /** Throws `FolderLostError` when the file was removed or replaced. */
  assertInPlace(): void {
    if (this.#file?.isInPlace() === false)
      throw new FolderLostError(`${this.#disk.name}/${STATE_FILE} was removed or replaced while Hangar was using it.`);
  }

  /**
   * Replaces the file by one with the state as it is, in time slices. On an error, and when it is stopped, the file stays as
   * it was.
   */
  rewrite(): Promise<void> {
    this.#rewriting ??= this.#rewrite().finally(() => {
      this.#rewriting = undefined;
      [this.#added, this.#isSwitching] = [[], false];
    });
    return this.#rewriting;
  }

  /** Ends a rewrite that is not complete. */
  async close(): Promise<void> {
    this.#slices.stop();
    await this.#rewriting?.catch(() => undefined);
    this.#closeFile();
  }

  /** Closes the file, also before it is replaced, since Windows replaces no open file. If that fails, the next save rewrites it. */
  #closeFile(): void {
    this.#file?.close();
    this.#file = undefined;
  }

  async #rewriteStale(): Promise<void> {
    while (this.#isStale) await this.rewrite();
  }

  async #rewrite(): Promise<void> {
    // Another file in its place is somebody's.
    if (!this.#isStale) this.assertInPlace();
    this.#slices = new Slices();
    const draft = this.#disk.open(STATE_DRAFT, 'create');
    try {
      await this.#fill(draft);
      this.#closeFile();
      this.#disk.rename(STATE_DRAFT, STATE_FILE);
      // Opened anew, since the draft had another name.
      this.#file = this.#disk.open(STATE_FILE, 'write');
      this.#size = this.#sizeAfterRewrite = draft.size();
      if (this.#options.durability === 'power') await this.#disk.sync();
    } catch (error) {
      // The waiting lines were given up for the draft.
      if (this.#isSwitching) this.#isStale = true;
      if (error instanceof StoppedError) return;
      // The next attempt comes when the file has grown by half.
      this.#sizeAfterRewrite = Math.max(this.#sizeAfterRewrite, (this.#size * SMALL_GROWTH) / GROWTH);
      throw error;
    } finally {
      draft.close();
    }
  }

  /** Writes the whole state to the draft. Everything added until it resolves is in it. */
  async #fill(draft: DiskFile): Promise<void> {
    let size = 0;
    const write = (line: Buffer): void => {
      draft.write(line, size);
      size += line.length;
    };
    const sync = (): Promise<void> | undefined => (this.#options.durability === 'power' ? draft.sync() : undefined);
    write(seal(STATE_HEADER));
    for (const items of inLines(this.#options.content())) {
      write(sealItems(items));
      if (this.#slices.isDue) await this.#slices.pause();
    }
    // Early, since turns wait for the second one.
    await sync();
    this.#slices.assertWanted();
    this.#isSwitching = true;
    for (const line of this.#added.splice(0)) write(line);
    [this.#waiting, this.#unsynced, this.#isStale] = [[], [], false];
    await sync();
  }

  #write(): void {
    const [first, ...others] = this.#waiting;
    if (first === undefined || this.#file === undefined) return;
    const bytes = others.length === 0 ? first : Buffer.concat(this.#waiting);
    this.#file.write(bytes, this.#size);
    this.assertInPlace();
    this.#size += bytes.length;
    if (this.#options.durability === 'power') this.#unsynced.push(bytes);
    this.#waiting = [];
  }

  /** Resolves when everything written before the call is durable. Concurrent calls share one sync. */
  async #sync(): Promise<void> {
    // A running sync began before the latest writes.
    if (this.#syncing !== undefined) await this.#syncing.catch(() => undefined);
    this.#syncing ??= this.#syncFile().finally(() => (this.#syncing = undefined));
    await this.#syncing;
  }

  async #syncFile(): Promise<void> {
    const file = this.#file;
    const count = this.#unsynced.length;
    try {
      if (count > 0) await file?.sync();
    } catch (error) {
      // A rewritten file has everything.
      if (file !== this.#file) return;
      // After a failed sync, the system may consider its cache written: everything is written again.
      this.#size -= this.#unsynced.reduce((sum, { length }) => sum + length, 0);
      this.#waiting = [...this.#unsynced.splice(0), ...this.#waiting];
      throw error;
    }
    if (file === this.#file) this.#unsynced.splice(0, count);
  }
}

/** Groups items into lines. */
function* inLines(items: Iterable<string>): Generator<string[], void, undefined> {
  let line: string[] = [];
  let length = 0;
  for (const item of items) {
    line.push(item);
    length += item.length;
    if (length < LINE) continue;
    yield line;
    [line, length] = [[], 0];
  }
  if (line.length > 0) yield line;
}
