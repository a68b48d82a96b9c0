import type { ArchivedRun } from './archived-line.ts';
import type { RunNode } from './run-node.ts';

const MAX_RUNS = 512;
const MAX_BYTES = 4 * 1024 * 1024;

/** Cache of recently read archived runs, for clients that poll a run or page through a list. */
export class ArchivedRunCache {
  readonly #runs = new Map<RunNode, ArchivedRun>();
  #bytes = 0;

  get(node: RunNode): ArchivedRun | undefined {
    const run = this.#runs.get(node);
    if (run === undefined) return undefined;
    this.#runs.delete(node);
    this.#runs.set(node, run);
    return run;
  }

  add(node: RunNode, run: ArchivedRun): void {
    this.#runs.set(node, run);
    this.#bytes += run.size;
    for (const [oldest, { size }] of this.#runs) {
      // The newest run stays at any size.
      if (this.#runs.size === 1 || (this.#runs.size <= MAX_RUNS && this.#bytes <= MAX_BYTES)) return;
      this.#runs.delete(oldest);
      this.#bytes -= size;
    }
  }

  remove(node: RunNode): void {
    this.#bytes -= this.#runs.get(node)?.size ?? 0;
    this.#runs.delete(node);
  }
}
