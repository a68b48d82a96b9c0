import type { Archive } from './archive.ts';
import { ArchivedEntry } from './archived-entry.ts';

/** Rows per block. */
const BLOCK = 1 << 15;

/** A part of an archive. */
interface Block {
  readonly archive: Archive;
  readonly firstRow: number;
}

/** Numbers below 2^32 for the rows of all archives: that of a block, then of a row in it. Removed archives free theirs. */
export class RowNumbers {
  readonly #blocks: (Block | undefined)[] = [];
  readonly #blocksOf = new Map<Archive, readonly number[]>();

  add(archive: Archive): void {
    const numbers: number[] = [];
    for (let firstRow = 0; firstRow < archive.rows.length; firstRow += BLOCK) {
      const free = this.#blocks.indexOf(undefined);
      const number = free === -1 ? this.#blocks.length : free;
      this.#blocks[number] = { archive, firstRow };
      numbers.push(number);
    }
    this.#blocksOf.set(archive, numbers);
  }

  drop(archive: Archive): void {
    for (const number of this.#blocksOf.get(archive) ?? []) this.#blocks[number] = undefined;
    this.#blocksOf.delete(archive);
  }

  of(archive: Archive, row: number): number {
    const block = this.#blocksOf.get(archive)?.[Math.floor(row / BLOCK)] ?? 0;
    return block * BLOCK + (row % BLOCK);
  }

  /** Throws for a number that no row has. */
  entryOf(number: number): ArchivedEntry {
    const block = this.#blocks[Math.floor(number / BLOCK)];
    if (block === undefined) throw new RangeError(`no archive has the row ${number}`);
    return new ArchivedEntry(block.archive, block.firstRow + (number % BLOCK));
  }
}
