import { archiveName } from './archived-line.ts';
import type { Storage } from './compaction.ts';
import { FolderLostError } from './folder-lost-error.ts';
import { snapshotName } from './snapshot.ts';

/** Milliseconds between checks while nothing is written. */
const CHECK_INTERVAL = 1000;
/** Maximum age of a check before a write, in milliseconds: a check costs as much as a small write. */
const CHECK_MAX_AGE = 100;

/**
 * Monitors that this process still holds the folder, with all files that a restart would read. While a file is missing, writes
 * are rejected; memory is not affected.
 */
export class FolderMonitor {
  readonly #storage: Storage;
  readonly #onLost: (error: FolderLostError) => void;
  #lost: FolderLostError | null = null;
  #checkedAt = -Infinity;
  #timer: NodeJS.Timeout | undefined;

  /** @param onLost called when a file is missing before a write or in a periodic check */
  constructor(storage: Storage, onLost: (error: FolderLostError) => void) {
    this.#storage = storage;
    this.#onLost = onLost;
  }

  /** True while a file is missing. */
  get isLost(): boolean {
    return this.#lost !== null;
  }

  /** Starts checking every second. */
  start(): void {
    this.#timer = setInterval(() => {
      const lost = this.check();
      if (lost !== null) this.#onLost(lost);
    }, CHECK_INTERVAL);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Throws `FolderLostError` when a file is missing. Reuses a check that is less than a tenth of a second old. */
  assertPresent(): void {
    if (this.#lost === null && performance.now() - this.#checkedAt < CHECK_MAX_AGE) return;
    const lost = this.check();
    if (lost === null) return;
    this.#onLost(lost);
    throw lost;
  }

  /** Returns the error to report for a failed write: a journal may be gone together with its folder. */
  explain(error: unknown): unknown {
    return error instanceof FolderLostError ? (this.check() ?? error) : error;
  }

  /** Checks now. Returns the reason that nothing can be saved, or null. */
  check(): FolderLostError | null {
    this.#checkedAt = performance.now();
    try {
      this.#assertAll();
      this.#lost = null;
    } catch (error) {
      this.#lost = lostFor(error, this.#storage.disk.name);
    }
    return this.#lost;
  }

  #assertAll(): void {
    const { disk, journal, archives, snapshot } = this.#storage;
    disk.assertHeld();
    journal.assertInPlace();
    const names = new Set(disk.names());
    const needed = [...archives.keys()].map(archiveName);
    if (snapshot > 0) needed.push(snapshotName(snapshot));
    const missing = needed.find((name) => !names.has(name));
    if (missing !== undefined)
      throw new FolderLostError(`${disk.name}/${missing} was removed while Hangar was using it.`);
  }
}

/** Converts system errors to `FolderLostError`; rethrows other errors. */
function lostFor(error: unknown, folder: string): FolderLostError {
  if (error instanceof FolderLostError) return error;
  if (!(error instanceof Error && 'code' in error)) throw error;
  return new FolderLostError(`The data folder ${folder} cannot be read: ${error.message}.`);
}
