import { archiveName } from './archive.ts';
import type { Storage } from './compaction.ts';
import { FolderLostError } from './folder-lost-error.ts';
import { snapshotName } from './snapshot.ts';

/** Milliseconds between two looks while nothing is written. */
const CHECK_INTERVAL = 1000;
/** Milliseconds after which a look is too old to write on: a look costs as much as a small write. */
const CHECK_MAX_AGE = 100;

/**
 * Watches whether the folder is still this process's and holds all that a restart would read. What is missing makes every write
 * be refused until it is back; memory stays as it is.
 */
export class FolderMonitor {
  readonly #storage: Storage;
  readonly #onLost: (error: FolderLostError) => void;
  #lost: FolderLostError | null = null;
  #checkedAt = -Infinity;
  #timer: NodeJS.Timeout | undefined;

  /** @param onLost takes what a look found missing that nobody asked for. */
  constructor(storage: Storage, onLost: (error: FolderLostError) => void) {
    this.#storage = storage;
    this.#onLost = onLost;
  }

  /** True from the moment at which something was found missing until all of it was found again. */
  get isLost(): boolean {
    return this.#lost !== null;
  }

  /** Looks each second from now on. */
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

  /** Throws `FolderLostError` when something is missing; relies on a look that is not older than a tenth of a second. */
  assertPresent(): void {
    if (this.#lost === null && performance.now() - this.#checkedAt < CHECK_MAX_AGE) return;
    const lost = this.check();
    if (lost !== null) throw lost;
  }

  /** Takes the error of a failed write; gives the one to report: a journal that is gone may be gone with its whole folder. */
  explain(error: unknown): unknown {
    return error instanceof FolderLostError ? (this.check() ?? error) : error;
  }

  /** Looks now; gives why nothing can be saved, null when all is in its place. */
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

/** A refusal of the system means that the folder cannot be read; any other error is thrown on. */
function lostFor(error: unknown, folder: string): FolderLostError {
  if (error instanceof FolderLostError) return error;
  if (!(error instanceof Error && 'code' in error)) throw error;
  return new FolderLostError(`The data folder ${folder} cannot be read: ${error.message}.`);
}
