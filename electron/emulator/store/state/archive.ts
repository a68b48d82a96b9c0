import { archivedContent, isArchivedLine } from './archive-form.ts';
import type { ArchiveIndex } from './archive-index.ts';
import { ArchiveRows } from './archive-rows.ts';
import { ArchivedEntry } from './archived-entry.ts';
import type { DiskFile } from './disk.ts';
import { fromTuple } from './items.ts';
import { type MigrationRange, STORE_VERSION } from './migrations.ts';
import { isSealed, unseal } from './sealed-line.ts';
import { StoreError } from '../store-error.ts';
import { type ArchivedLine, type ArchivedRun, archiveName, migratedLine } from './archived-line.ts';

/** Parts of an archive. */
export interface ArchiveParts {
  readonly file: DiskFile;
  readonly index: ArchiveIndex;
  /** Migrations of its lines; the index is always of the newest version. */
  readonly range: MigrationRange;
}

/** Consecutive lines of an archive. */
export interface ArchiveLines {
  /** Row of the first line. */
  readonly from: number;
  readonly bytes: Buffer;
  /** Offset of the end of each line, in bytes. */
  readonly ends: readonly number[];
}

/** An immutable file of finished runs. Removed runs are marked dead; the file is removed once all its rows are dead. */
export class Archive {
  readonly number: number;
  readonly bytes: number;
  readonly rows: ArchiveRows;
  readonly #file: DiskFile;
  readonly #range: MigrationRange;
  #isDamaged = false;
  #isWarm = false;

  constructor(number: number, { file, index: { bytes, columns }, range }: ArchiveParts) {
    this.number = number;
    this.bytes = bytes;
    this.rows = new ArchiveRows(columns);
    this.#file = file;
    this.#range = range;
  }

  get deadBytes(): number {
    return this.bytes - this.rows.liveBytes;
  }

  /** True once a damaged line was found. The file is then kept while any of its runs is in use. */
  get isDamaged(): boolean {
    return this.#isDamaged;
  }

  *liveEntries(): Generator<ArchivedEntry, void, undefined> {
    for (const row of this.rows.order) if (!this.rows.isDead(row)) yield new ArchivedEntry(this, row);
  }

  /** Throws `StoreError` when the line is damaged. */
  read(row: number): ArchivedRun {
    const bytes = this.#line(row);
    const value = unseal(bytes);
    const line = value === undefined ? undefined : this.#checkedLine(row, value);
    if (line === undefined) throw this.#damagedAt(row);
    const { run, logs, prompts } = line;
    return { run, logs: logs.map(fromTuple), prompts, size: bytes.length };
  }

  #checkedLine(row: number, value: object): ReturnType<typeof migratedLine> | undefined {
    // Validated rows are archived lines.
    if (this.rows.isChecked(row)) return migratedLine(value as ArchivedLine, this.#range);
    if (!isArchivedLine(value)) return undefined;
    const line = migratedLine(value, this.#range);
    const content = archivedContent(line);
    if (content === undefined || !this.rows.columns.ids.isAt(row, content.run.id)) return undefined;
    this.rows.markChecked(row);
    return { ...line, ...content };
  }

  /** True when its lines are as this version writes them. */
  get isCurrent(): boolean {
    return this.#range.from === STORE_VERSION;
  }

  /** Reads the lines up to that of a row, as many as fit into a buffer, or one. They are not checked. */
  linesUpTo(row: number, buffer: Buffer): ArchiveLines {
    const { offset, length } = this.rows.columns;
    const startOf = (line: number): number => offset[line] ?? 0;
    const endOf = (line: number): number => startOf(line) + (length[line] ?? 0);
    const end = endOf(row);
    let from = row;
    // Another process may have written an index of lines that overlap.
    const precedes = (line: number): boolean => length[line] !== 0 && endOf(line) < startOf(line + 1);
    while (from > 0 && precedes(from - 1) && end - startOf(from - 1) <= buffer.length) from--;
    const start = startOf(from);
    const ends: number[] = [];
    for (let line = from; line <= row; line++) ends.push(endOf(line) - start);
    return { from, ends, bytes: this.#file.read(start, end - start, buffer) };
  }

  /** Has the file read before its lines are wanted; once, since the system keeps what was read. */
  warm(): void {
    if (!this.#isWarm) void this.#file.warm();
    this.#isWarm = true;
  }

  /** Throws `StoreError` when the line is damaged. Much cheaper than `read`. */
  check(row: number): void {
    if (!isSealed(this.#line(row))) throw this.#damagedAt(row);
  }

  #line(row: number): Buffer {
    const { offset, length } = this.rows.columns;
    return this.#file.read(offset[row] ?? 0, length[row] ?? 0);
  }

  #damagedAt(row: number): StoreError {
    this.#isDamaged = true;
    return new StoreError(`${archiveName(this.number)} is damaged at byte ${this.rows.columns.offset[row] ?? 0}`);
  }

  close(): void {
    this.#file.close();
  }
}
