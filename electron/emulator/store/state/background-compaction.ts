import { compact, type Storage } from './compaction.ts';
import { Slices, StoppedError } from '../../slices/slices.ts';

/** How much may gather before finished runs move to an archive. */
export interface CompactionLimits {
  /** Bytes of the journal and of archives that are all dead. */
  readonly bytes: number;
  readonly finishedRuns: number;
}

export const COMPACTION_LIMITS: CompactionLimits = { bytes: 8 * 1024 * 1024, finishedRuns: 20_000 };

/** What a compaction needs of whoever writes the journal. */
export interface CompactionHost {
  readonly limits: CompactionLimits;
  readonly onFailure: (error: Error) => void;
  /** Brings about an end of turn. */
  readonly endTurnSoon: () => void;
}

/**
 * Compacts when it is time, one compaction at a time, beside what else happens. It begins at the end of a turn, just before
 * the turn is written: a run must not leave memory for an archive while what happened to it is yet to be written.
 */
export class BackgroundCompaction {
  readonly #storage: Storage;
  readonly #host: CompactionHost;
  #running: { readonly slices: Slices; readonly done: Promise<void> } | null = null;
  /** Called when the next compaction is over. */
  #requests: (() => void)[] = [];
  /** Each refusal of the disk doubles what has to gather before the next try. */
  #patience = 1;
  #isStopped = false;

  constructor(storage: Storage, host: CompactionHost) {
    this.#storage = storage;
    this.#host = host;
  }

  /** Begins one when enough has gathered, or when it was asked for. To be called at the end of a turn, before it is written. */
  startIfDue(): void {
    if (this.#running === null && !this.#isStopped && (this.#requests.length > 0 || this.#isDue())) this.#begin();
  }

  /** Asks for a compaction of all that is there now; resolves when it is over. */
  request(): Promise<void> {
    if (this.#isStopped) return Promise.resolve();
    return new Promise((resolve) => {
      this.#requests.push(resolve);
      this.#host.endTurnSoon();
    });
  }

  #begin(): void {
    const slices = new Slices();
    const requests = this.#requests;
    this.#requests = [];
    const done = compact(this.#storage, slices)
      .then(() => {
        this.#patience = 1;
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

  /** Ends the one that is running, and begins none any more; what it wrote goes, unless it counts already. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#running?.slices.stop();
    await this.#running?.done;
    for (const resolve of this.#requests.splice(0)) resolve();
  }

  #isDue(): boolean {
    const { journal, archives, snapshotBytes, tables } = this.#storage;
    if (!journal.isWritten) return false;
    let dead = 0;
    for (const archive of archives.values()) if (archive.liveRows === 0) dead += archive.bytes;
    // A large snapshot is not written again for a small journal, so that what is written stays in proportion.
    const most = Math.max(this.#host.limits.bytes, snapshotBytes / 2) * this.#patience;
    const finished = tables.runs.inMemory.size - tables.runs.unfinished.size;
    return journal.size + dead > most || finished > this.#host.limits.finishedRuns * this.#patience;
  }
}
