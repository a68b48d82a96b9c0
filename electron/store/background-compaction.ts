import { compact, type Storage } from './compaction.ts';
import { Slices, StoppedError } from './slices.ts';

/** How much may gather before finished runs move to an archive. */
export interface CompactionLimits {
  /** Bytes of the journal and of archives that are all dead. */
  readonly bytes: number;
  readonly finishedRuns: number;
}

export const COMPACTION_LIMITS: CompactionLimits = { bytes: 8 * 1024 * 1024, finishedRuns: 20_000 };

/** Compacts when it is time, one compaction at a time, beside what else happens. */
export class BackgroundCompaction {
  readonly #storage: Storage;
  readonly #limits: CompactionLimits;
  readonly #onFailure: (error: Error) => void;
  #running: { readonly slices: Slices; readonly done: Promise<void> } | null = null;
  /** Each refusal of the disk doubles what has to gather before the next try. */
  #patience = 1;
  #isStopped = false;

  constructor(storage: Storage, limits: CompactionLimits, onFailure: (error: Error) => void) {
    this.#storage = storage;
    this.#limits = limits;
    this.#onFailure = onFailure;
  }

  /** Begins one when enough has gathered. To be called before what happened last is written. */
  beginIfDue(): void {
    if (this.#running === null && this.#isDue()) void this.#begin();
  }

  /** Compacts now, or as soon as the one that is running is done; resolves when that is over. */
  async compactNow(): Promise<void> {
    while (this.#running !== null) await this.#running.done;
    if (this.#isStopped) return;
    await this.#begin();
  }

  #begin(): Promise<void> {
    const slices = new Slices();
    const done = compact(this.#storage, slices)
      .then(() => {
        this.#patience = 1;
      })
      .catch((error: unknown) => {
        if (error instanceof StoppedError) return;
        this.#patience *= 2;
        this.#onFailure(error instanceof Error ? error : new Error(String(error)));
      })
      .then(() => {
        this.#running = null;
      });
    this.#running = { slices, done };
    return done;
  }

  /** Ends the one that is running, and begins none any more; what it wrote goes, unless it counts already. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#running?.slices.stop();
    await this.#running?.done;
  }

  #isDue(): boolean {
    const { journal, archives, snapshotBytes, tables } = this.#storage;
    if (!journal.isWritten) return false;
    let dead = 0;
    for (const archive of archives.values()) if (archive.liveRows === 0) dead += archive.bytes;
    // A large snapshot is not written again for a small journal, so that what is written stays in proportion.
    const most = Math.max(this.#limits.bytes, snapshotBytes / 2) * this.#patience;
    const finished = tables.runs.inMemory.size - tables.runs.unfinished.size;
    return journal.size + dead > most || finished > this.#limits.finishedRuns * this.#patience;
  }
}
