import { ApiError } from '../../../../shared/http/errors.ts';
import { quoteForMessage } from '../../../../shared/values/messages.ts';
import { isSystemError } from '../../files/system-error.ts';
import type { Disk } from '../state/disk.ts';
import type { EmulatorContent } from '../../engine/context/ports.ts';
import {
  type CheckpointFacts,
  type LoadedContent,
  readCheckpoint,
  readFacts,
  writeCheckpoint,
} from './checkpoint-file.ts';

/** Maximum number of checkpoints. */
const MAX_CHECKPOINTS = 100;

/** Second name of the checkpoint being restored. */
const RESTORING = 'restoring.json.gz';
const FILE = /^checkpoint-([A-Za-z0-9][A-Za-z0-9_-]{0,99})\.json\.gz$/;

/** The file of a checkpoint. The prefix keeps names such as `con` apart from devices of Windows. */
const fileOf = (name: string): string => `checkpoint-${name}.json.gz`;

/** A checkpoint as listed. */
export interface StoredCheckpoint extends Pick<CheckpointFacts, 'name'> {
  /** Absent when the file cannot be read. */
  readonly facts?: CheckpointFacts;
  readonly bytes: number;
  /** Reason why the file cannot be read; "" when it can. */
  readonly problem: string;
}

interface CheckpointStoreOptions {
  readonly disk: Disk;
  /** Creates the folder before the first file is written. */
  readonly makeFolder?: () => void;
  /** Maximum size of all checkpoints together, in bytes. */
  readonly maxBytes: number;
}

/** Checkpoints in a folder, or in memory. Calls must not overlap, except `list`, `get` and `read`. */
export class CheckpointStore {
  readonly #options: CheckpointStoreOptions;
  readonly #disk: Disk;

  constructor(options: CheckpointStoreOptions) {
    this.#options = options;
    this.#disk = options.disk;
  }

  /** The checkpoints by name. */
  list(): StoredCheckpoint[] {
    return this.#names().map((name) => this.#stored(name));
  }

  /** Throws 404 for an unknown name. */
  get(name: string): StoredCheckpoint {
    return this.#stored(this.#require(name));
  }

  /** Saves content under a new name. Throws 409 when it is taken, unless `replace` is set. Durable when it resolves. */
  async save(facts: CheckpointFacts, content: EmulatorContent, replace: boolean): Promise<StoredCheckpoint> {
    const { name } = facts;
    this.#assertFree(name, replace);
    this.#options.makeFolder?.();
    const draft = `${fileOf(name)}.new`;
    try {
      await this.#write(draft, facts, content);
      this.#assertFits(name, this.#sizeOf(draft));
      this.#disk.rename(draft, fileOf(name));
    } catch (error) {
      if (this.#files().includes(draft)) this.#disk.remove(draft);
      throw this.#refused(draft, error);
    }
    await this.#disk.sync();
    return this.#stored(name);
  }

  /** Reads and checks the whole file. Throws 404 for an unknown name, 409 that names a damaged file. */
  read(name: string): Promise<LoadedContent> {
    return readCheckpoint(this.#disk, fileOf(this.#require(name)));
  }

  /** Removes a checkpoint. Throws 404 for an unknown name. Durable when it resolves. */
  async remove(name: string): Promise<void> {
    this.#disk.remove(fileOf(this.#require(name)));
    await this.#disk.sync();
  }

  /** Marks that a checkpoint is being restored, so that the next start finishes it after a crash. */
  async beginRestore(name: string): Promise<void> {
    await this.endRestore();
    this.#disk.link(fileOf(name), RESTORING);
    await this.#disk.sync();
  }

  /** Removes the mark of a restore. */
  async endRestore(): Promise<void> {
    if (!this.#files().includes(RESTORING)) return;
    this.#disk.remove(RESTORING);
    await this.#disk.sync();
  }

  /** The content of a restore that a crash interrupted; `undefined` for none. Removes the remains of an interrupted save. */
  async interruptedRestore(): Promise<LoadedContent | undefined> {
    const files = this.#files();
    for (const name of files) if (name.endsWith('.new')) this.#disk.remove(name);
    return files.includes(RESTORING) ? readCheckpoint(this.#disk, RESTORING) : undefined;
  }

  /** Names the file in an error of the disk. */
  #refused(file: string, error: unknown): unknown {
    return error instanceof Error && 'syscall' in error
      ? new ApiError('internal', `The checkpoint could not be saved: ${this.#disk.name}/${file}: ${error.message}.`)
      : error;
  }

  async #write(draft: string, facts: CheckpointFacts, content: EmulatorContent): Promise<void> {
    const file = this.#disk.open(draft, 'create');
    try {
      await writeCheckpoint(file, facts, content);
    } finally {
      file.close();
    }
  }

  #stored(name: string): StoredCheckpoint {
    try {
      return { name, ...readFacts(this.#disk, fileOf(name)), problem: '' };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return { name, bytes: 0, problem: error.message };
    }
  }

  #require(name: string): string {
    if (this.#names().includes(name)) return name;
    throw new ApiError('not_found', `There is no checkpoint "${quoteForMessage(name)}".`);
  }

  #names(): string[] {
    return this.#files()
      .flatMap((file) => FILE.exec(file)?.[1] ?? [])
      .sort();
  }

  #files(): readonly string[] {
    try {
      return this.#disk.names();
    } catch (error) {
      if (isSystemError(error, 'ENOENT')) return [];
      throw error;
    }
  }

  #assertFree(name: string, replace: boolean): void {
    const names = this.#names();
    // Some file systems ignore case.
    const taken = names.find((known) => known.toLowerCase() === name.toLowerCase());
    if (taken !== undefined && (taken !== name || !replace))
      throw new ApiError(
        'conflict',
        `name: there is a checkpoint "${taken}" already${taken === name ? '; replace it with "replace": true, or --replace in a shell' : ''}.`,
      );
    if (taken === undefined && names.length >= MAX_CHECKPOINTS)
      throw new ApiError('conflict', `There are ${MAX_CHECKPOINTS} checkpoints, the maximum; delete one first.`);
  }

  #assertFits(name: string, bytes: number): void {
    const others = this.#names().filter((known) => known !== name);
    const all = others.reduce((sum, known) => sum + this.#stored(known).bytes, bytes);
    if (all <= this.#options.maxBytes) return;
    throw new ApiError(
      'payload_too_large',
      `All checkpoints together may have ${this.#options.maxBytes / 1_000_000} MB; delete some first.`,
    );
  }

  #sizeOf(file: string): number {
    const opened = this.#disk.open(file, 'read');
    try {
      return opened.size();
    } finally {
      opened.close();
    }
  }
}
