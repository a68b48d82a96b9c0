import { compact, type Storage } from './compaction.ts';
import { Slices, StoppedError } from '../../slices/slices.ts';

/** Thresholds of compaction. */
export interface CompactionLimits {
  /** Bytes of the journal and of dead archives. */
  readonly bytes: number;
  readonly finishedRuns: number;
}

export const COMPACTION_LIMITS: CompactionLimits = { bytes: 8 * 1024 * 1024, finishedRuns: 20_000 };

/** Dependencies of background compaction. */
export interface CompactionHost {
  readonly limits: CompactionLimits;
  readonly onFailure: (error: Error) => void;
  /** Schedules the end of a turn. */
  readonly endTurnSoon: () => void;
}

/**
 * Runs one compaction at a time in the background. A compaction starts at the end of a turn, just before the turn is
 * written: a run must not move to an archive while changes to it are unwritten.
 */
export class BackgroundCompaction {
  readonly #storage: Storage;
  readonly #host: CompactionHost;
  #running: { readonly slices: Slices; readonly done: Promise<void> } | null = null;
  /** Resolvers of requests for the next compaction. */
  #requests: (() => void)[] = [];
  /** Backoff factor: each failure doubles the thresholds of the next attempt. */
  #patience = 1;
  /** True when a compaction starts at the end of the next turn. */
  #isNext = false;
  #isStopped = false;
  /** Finished runs that the last compaction had to leave in memory. */
  #left = 0;

  constructor(storage: Storage, host: CompactionHost) {
    this.#storage = storage;
    this.#host = host;
  }

  /**
   * Starts a compaction when a threshold is reached or one was requested. Call at the end of a turn, before it is written.
   * The compaction starts at the end of the next turn, which has no other long work.
   */
  startIfDue(): void {
    if (this.#running !== null || this.#isStopped) return;
    if (this.#isNext) this.#begin();
    else if (this.#requests.length > 0 || this.#isDue()) {
      this.#isNext = true;
      this.#host.endTurnSoon();
    }
  }

  /** Requests a compaction of everything that exists now; resolves when it is done. */
  request(): Promise<void> {
    if (this.#isStopped) return Promise.resolve();
    return new Promise((resolve) => {
      this.#requests.push(resolve);
      this.#host.endTurnSoon();
    });
  }

  #begin(): void {
    this.#isNext = false;
    const slices = new Slices();
    const requests = this.#requests;
    this.#requests = [];
    this.#storage.tables.usage.isPressed = false;
    const done = compact(this.#storage, slices)
      .then(() => {
        this.#patience = 1;
        this.#left = this.#finished;
      })
      .catch((error: unknown) => {
        if (error instanceof StoppedError) return;
        this.#patience *= 2;
        this.#host.onFailure(error instanceof Error ? error : new Error(String(error)));
      })
      .then(() => {
        this.#running = null;
        for (const resolve of requests) resolve();
        if (this.#requests.length > 0) this.#host.endTurnSoon();
      });
    this.#running = { slices, done };
  }

  /**
   * Cancels a running compaction and prevents further ones. Its files are removed, unless its snapshot is committed
   * already.
   */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#running?.slices.stop();
    await this.#running?.done;
    for (const resolve of this.#requests.splice(0)) resolve();
  }

  get #finished(): number {
    const { runs } = this.#storage.tables;
    return runs.inMemoryCount - runs.unfinished.size;
  }

  #isDue(): boolean {
    const { journal, archives, snapshotBytes, tables } = this.#storage;
    if (!journal.isWritten) return false;
    let dead = 0;
    for (const archive of archives.values()) if (archive.rows.live === 0) dead += archive.bytes;
    // A large snapshot is not rewritten for a small journal, so that write volume stays proportional.
    const most = Math.max(this.#host.limits.bytes, snapshotBytes / 2) * this.#patience;
    const finished = this.#finished;
    // Memory is short, and there is something to move to an archive.
    if (tables.usage.isPressed && finished > this.#left) return true;
    return journal.size + dead > most || finished > this.#host.limits.finishedRuns * this.#patience;
  }
}
