import type { RunNode } from './run-node.ts';
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
      const archived = [...this.#tables.runs.oldestFirst()].filter(({ archive }) => archive !== null);
      this.#look(archived, 0);
    }, delay);
    this.#timer.unref();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #look(nodes: readonly RunNode[], from: number): void {
    const to = Math.min(from + LINES, nodes.length);
    try {
      for (const node of nodes.slice(from, to)) this.#check(node);
    } catch (error) {
      this.#onFailure(error);
      return;
    }
    if (to === nodes.length) return;
    this.#timer = setTimeout(() => this.#look(nodes, to), PAUSE);
    this.#timer.unref();
  }

  #check(node: RunNode): void {
    try {
      node.archive?.check(node.row);
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      this.#tables.markUnreadable(node, error);
    }
  }
}
