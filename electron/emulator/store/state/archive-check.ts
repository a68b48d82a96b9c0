import type { Archive } from './archive.ts';
import type { ArchivedEntry } from './archived-entry.ts';
import { StoreError } from '../store-error.ts';
import type { Tables } from './tables.ts';

/** Lines checked per batch: about half a millisecond. */
const LINES = 128;
/** Pause between batches, in milliseconds: 100,000 runs take about ten seconds at a twentieth of a processor. */
const PAUSE = 10;

/**
 * Checks every line of the existing archives once in the background after a start. The start does not need to read hundreds
 * of megabytes, and damage is still reported soon rather than when a run is read.
 */
export class ArchiveCheck {
  readonly #tables: Tables;
  readonly #onFailure: (error: unknown) => void;
  #timer: NodeJS.Timeout | undefined;

  /** @param onFailure called when the check is abandoned: the disk cannot be read */
  constructor(tables: Tables, onFailure: (error: unknown) => void) {
    this.#tables = tables;
    this.#onFailure = onFailure;
  }

  /** Starts after a delay in milliseconds. */
  start(delay: number): void {
    this.#timer = setTimeout(() => {
      this.#look(liveEntries([...this.#tables.runs.archived.archives]));
    }, delay);
    this.#timer.unref();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #look(entries: Iterator<ArchivedEntry, void>): void {
    try {
      for (let checked = 0; checked < LINES; checked++) {
        const step = entries.next();
        if (step.done === true) return;
        this.#check(step.value);
      }
    } catch (error) {
      this.#onFailure(error);
      return;
    }
    this.#timer = setTimeout(() => this.#look(entries), PAUSE);
    this.#timer.unref();
  }

  #check(entry: ArchivedEntry): void {
    try {
      entry.archive.check(entry.row);
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      this.#tables.markUnreadable(entry, error);
    }
  }
}

/** The runs of archives that are live when their turn comes. */
function* liveEntries(archives: readonly Archive[]): Generator<ArchivedEntry, void, undefined> {
  for (const archive of archives) yield* archive.liveEntries();
}
