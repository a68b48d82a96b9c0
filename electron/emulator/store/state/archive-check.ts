import type { RunNode } from './run-node.ts';
import { StoreError } from '../store-error.ts';
import type { Tables } from './tables.ts';

/** Lines looked at in one go: some half a millisecond. */
const LINES = 128;
/** Between two goes, in milliseconds: 100,000 runs take some ten seconds, and a twentieth of a processor. */
const PAUSE = 10;

/**
 * Looks once at every line of the archives that a start found, a few at a time beside what else happens: the start itself need
 * not read hundreds of megabytes, and yet damage is said soon, and not only when somebody asks for the run.
 */
export class ArchiveCheck {
  readonly #tables: Tables;
  readonly #onFailure: (error: unknown) => void;
  #timer: NodeJS.Timeout | undefined;

  /** @param onFailure takes why it was given up: a disk that cannot be read at all. */
  constructor(tables: Tables, onFailure: (error: unknown) => void) {
    this.#tables = tables;
    this.#onFailure = onFailure;
  }

  /** Begins after so many milliseconds. */
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
