import { archivedContent, isArchivedLine } from './archive-form.ts';
import type { ArchiveIndex } from './archive-index.ts';
import type { DiskFile } from './disk.ts';
import { fromTuple } from './items.ts';
import { type MigrationRange, STORE_VERSION } from './migrations.ts';
import { isSealed, unseal } from './sealed-line.ts';
import { StoreError } from '../store-error.ts';
import { type ArchivedLine, type ArchivedRun, type Ranges, archiveName, migratedLine } from './archived-line.ts';

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
  /** Where each line ends in the bytes. */
  readonly ends: readonly number[];
}

/** An immutable file of finished runs. Removed runs are marked dead; the file is removed once all its rows are dead. */
export class Archive {
  readonly number: number;
  readonly bytes: number;
  readonly #file: DiskFile;
  readonly #way: MigrationRange;
  /** Offset and length of each row's line. */
  readonly #offsets: Float64Array;
  readonly #lengths: Uint32Array;
  readonly #logCounts: Uint32Array;
  readonly #prompts: ReadonlyMap<number, readonly string[]>;
  readonly #dead: Uint8Array;
  /** Rows whose content was validated; valid while the file is open, since lines are checksummed. */
  readonly #checked: Uint8Array;
  #deadRows = 0;
  #deadBytes = 0;
  #isDamaged = false;

  constructor(number: number, { file, index, range }: ArchiveParts) {
    this.number = number;
    this.bytes = index.bytes;
    this.#file = file;
    this.#way = range;
    this.#logCounts = Uint32Array.from(index.logs);
    this.#prompts = new Map(index.prompts);
    this.#dead = new Uint8Array(index.id.length);
    this.#checked = new Uint8Array(index.id.length);
    this.#offsets = Float64Array.from(index.offset);
    this.#lengths = Uint32Array.from(index.length);
    // Rows of lost lines have no ID.
    index.id.forEach((id, row) => id === '' && this.markDead(row));
  }

  get rows(): number {
    return this.#dead.length;
  }

  get liveRows(): number {
    return this.rows - this.#deadRows;
  }

  get deadBytes(): number {
    return this.liveRows === 0 ? this.bytes : this.#deadBytes;
  }

  logCount(row: number): number {
    return this.#logCounts[row] ?? 0;
  }

  promptIDs(row: number): readonly string[] {
    return this.#prompts.get(row) ?? [];
  }

  /** True once a damaged line was found. The file is then kept while any of its runs is in use. */
  get isDamaged(): boolean {
    return this.#isDamaged;
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
    if (this.#checked[row] === 1) return migratedLine(value as ArchivedLine, this.#way);
    if (!isArchivedLine(value)) return undefined;
    const line = migratedLine(value, this.#way);
    const content = archivedContent(line);
    if (content === undefined) return undefined;
    this.#checked[row] = 1;
    return { ...line, ...content };
  }

  /** True when its lines are as this version writes them. */
  get isCurrent(): boolean {
    return this.#way.from === STORE_VERSION;
  }

  /** Reads the lines up to that of a row, of at most this number of bytes, or one. They are not checked. */
  linesUpTo(row: number, most: number): ArchiveLines {
    const startOf = (line: number): number => this.#offsets[line] ?? 0;
    const endOf = (line: number): number => startOf(line) + (this.#lengths[line] ?? 0);
    const end = endOf(row);
    let from = row;
    while (from > 0 && this.#lengths[from - 1] !== 0 && end - startOf(from - 1) <= most) from--;
    const ends = Array.from({ length: row - from + 1 }, (_, line) => endOf(from + line) - startOf(from));
    return { from, ends, bytes: this.#file.read(startOf(from), end - startOf(from)) };
  }

  /** Throws `StoreError` when the line is damaged. Much cheaper than `read`. */
  check(row: number): void {
    if (!isSealed(this.#line(row))) throw this.#damagedAt(row);
  }

  #line(row: number): Buffer {
    return this.#file.read(this.#offsets[row] ?? 0, this.#lengths[row] ?? 0);
  }

  #damagedAt(row: number): StoreError {
    this.#isDamaged = true;
    return new StoreError(`${archiveName(this.number)} is damaged at byte ${this.#offsets[row] ?? 0}`);
  }

  /** Marks a row as dead: its run was removed or is stored elsewhere. */
  markDead(row: number): void {
    if (this.#dead[row] !== 0) return;
    this.#dead[row] = 1;
    this.#deadRows++;
    this.#deadBytes += this.#lengths[row] ?? 0;
  }

  isDead(row: number): boolean {
    return this.#dead[row] !== 0;
  }

  deadRanges(): Ranges {
    const ranges: (readonly [number, number])[] = [];
    for (let from = this.#dead.indexOf(1); from !== -1;) {
      const end = this.#dead.indexOf(0, from);
      const to = end === -1 ? this.#dead.length : end;
      ranges.push([from, to]);
      from = this.#dead.indexOf(1, to);
    }
    return ranges;
  }

  close(): void {
    this.#file.close();
  }
}
