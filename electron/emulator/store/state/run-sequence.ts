import type { Archive } from './archive.ts';
import { ArchivedEntry } from './archived-entry.ts';
import type { OrderedList } from './ordered-list.ts';
import type { RunNode } from './run-node.ts';

/** A run, wherever it is. */
export type RunEntry = RunNode | ArchivedEntry;

/** Runs by creation, then by ID, together with some that are gone. */
export interface RunSequence {
  readonly length: () => number;
  readonly createdAt: (at: number) => number;
  readonly id: (at: number) => string;
  readonly isGone: (at: number) => boolean;
  readonly entry: (at: number) => RunEntry | undefined;
}

/** The runs of a list in memory. */
export function memorySequence({ items }: OrderedList<RunNode>): RunSequence {
  return { ...nodesAsOfNow(items), isGone: (at) => items[at]?.isRemoved !== false };
}

/** Runs in memory, those that are gone too. Later ones may be added at the end of the list. */
export function nodesAsOfNow(nodes: readonly RunNode[]): RunSequence {
  return {
    length: () => nodes.length,
    createdAt: (at) => nodes[at]?.createdAt ?? 0,
    id: (at) => nodes[at]?.id ?? '',
    isGone: () => false,
    entry: (at) => nodes[at],
  };
}

/** The runs of rows of an archive. */
export function archiveSequence(archive: Archive, numbers: Uint32Array): RunSequence {
  const { rows } = archive;
  const { created, ids } = rows.columns;
  const rowAt = (at: number): number => numbers[at] ?? 0;
  return {
    length: () => numbers.length,
    createdAt: (at) => created[rowAt(at)] ?? 0,
    id: (at) => ids.at(rowAt(at)),
    isGone: (at) => rows.isDead(rowAt(at)),
    entry: (at) => new ArchivedEntry(archive, rowAt(at)),
  };
}

/** A position in the order of runs. */
export interface RunPosition {
  readonly createdAt: number;
  readonly id: string;
}

/** Number of runs that come before a position, the one at the position counted or not. */
export function countBefore(sequence: RunSequence, { createdAt, id }: RunPosition, isCounted: boolean): number {
  let [from, to] = [0, sequence.length()];
  while (from < to) {
    const middle = (from + to) >>> 1;
    const difference = sequence.createdAt(middle) - createdAt || compareTexts(sequence.id(middle), id);
    if (difference < 0 || (difference === 0 && isCounted)) from = middle + 1;
    else to = middle;
  }
  return from;
}

export function compareTexts(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
