import type { ArchivedRun } from './archived-line.ts';

const MAX_RUNS = 512;
const MAX_BYTES = 4 * 1024 * 1024;

/** Cache of recently read archived runs by ID, for clients that poll a run or page through a list. */
export class ArchivedRunCache {
  readonly #runs = new Map<string, ArchivedRun>();
  #bytes = 0;

  get(id: string): ArchivedRun | undefined {
    const run = this.#runs.get(id);
    if (run === undefined) return undefined;
    this.#runs.delete(id);
    this.#runs.set(id, run);
    return run;
  }

  add(run: ArchivedRun): void {
    this.#runs.set(run.run.id, run);
    this.#bytes += run.size;
    for (const [oldest, { size }] of this.#runs) {
      // The newest run stays at any size.
      if (this.#runs.size === 1 || (this.#runs.size <= MAX_RUNS && this.#bytes <= MAX_BYTES)) return;
      this.#runs.delete(oldest);
      this.#bytes -= size;
    }
  }

  remove(id: string): void {
    this.#bytes -= this.#runs.get(id)?.size ?? 0;
    this.#runs.delete(id);
  }

  clear(): void {
    this.#runs.clear();
    this.#bytes = 0;
  }
}
