import { clearInterval, performance, setInterval } from '../../timers/timers.ts';
import { FolderLostError } from './disk.ts';

/** Milliseconds between checks while nothing is written. */
const CHECK_INTERVAL = 1000;
/** Maximum age of a check before a write, in milliseconds: a check costs as much as a small write. */
const CHECK_MAX_AGE = 100;

/** Monitors that this process still holds the folder with its file. While it does not, writes are rejected; memory is not affected. */
export class FolderMonitor {
  readonly #folder: string;
  readonly #assertInPlace: () => void;
  #onLost: (error: FolderLostError) => void = () => undefined;
  #lost: FolderLostError | null = null;
  #checkedAt = -Infinity;
  #timer: NodeJS.Timeout | undefined;

  /** @param assertInPlace throws `FolderLostError` or a system error when something is missing */
  constructor(folder: string, assertInPlace: () => void) {
    this.#folder = folder;
    this.#assertInPlace = assertInPlace;
  }

  /** True while something is missing. */
  get isLost(): boolean {
    return this.#lost !== null;
  }

  /**
   * Starts checking every second.
   * @param onLost called when something is missing before a write or in a check
   */
  start(onLost: (error: FolderLostError) => void): void {
    this.#onLost = onLost;
    this.#timer = setInterval(() => {
      const lost = this.check();
      if (lost !== null) onLost(lost);
    }, CHECK_INTERVAL);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Throws `FolderLostError` when something is missing. */
  assertPresent(): void {
    const lost = this.problem();
    if (lost === null) return;
    this.#onLost(lost);
    throw lost;
  }

  /** Returns the reason that nothing can be saved, or null. Reuses a good check that is less than a tenth of a second old. */
  problem(): FolderLostError | null {
    return this.#lost === null && performance.now() - this.#checkedAt < CHECK_MAX_AGE ? null : this.check();
  }

  /** Checks now. Returns the reason that nothing can be saved, or null. */
  check(): FolderLostError | null {
    this.#checkedAt = performance.now();
    try {
      this.#assertInPlace();
      this.#lost = null;
    } catch (error) {
      this.#lost = lostFor(error, this.#folder);
    }
    return this.#lost;
  }
}

/** Converts system errors to `FolderLostError`; rethrows other errors. */
function lostFor(error: unknown, folder: string): FolderLostError {
  if (error instanceof FolderLostError) return error;
  if (!(error instanceof Error && 'code' in error)) throw error;
  return new FolderLostError(`The data folder ${folder} cannot be read: ${error.message}.`);
}
