import type { ArchiveColumns } from './archive-columns.ts';
import type { Ranges } from './archived-line.ts';
import { orderedRows, RowGroups } from './row-groups.ts';

/** States of a row, combined by `|`. */
const DEAD = 1;
/** The content was validated; valid while the file is open, since lines are checksummed. */
const CHECKED = 2;
const UNREADABLE = 4;

const NONE: readonly string[] = [];

/** Columns by which runs are queried. */
export type GroupName = 'task' | 'session';

/** The rows of an archive in memory. A row is live once its run is there and nowhere else; all are dead at first. */
export class ArchiveRows {
  readonly columns: ArchiveColumns;
  /** All rows by creation, then by ID. */
  readonly order: Uint32Array;
  readonly #states: Uint8Array;
  readonly #keys: ReadonlyMap<string, number>;
  readonly #groups: Readonly<Record<GroupName, RowGroups>>;
  /** Number of live rows by blueprint: a compaction asks for the blueprints in use, and must not look at a million rows. */
  readonly #liveOfBlueprint: Uint32Array;
  #live = 0;
  #liveBytes = 0;
  #unreadable = 0;

  constructor(columns: ArchiveColumns) {
    this.columns = columns;
    const { ids, texts, task, session, created } = columns;
    this.#states = new Uint8Array(ids.length).fill(DEAD);
    this.order = orderedRows(created, (row) => ids.at(row));
    this.#liveOfBlueprint = new Uint32Array(texts.length);
    this.#keys = new Map(texts.map((text, key) => [text, key]));
    this.#groups = {
      task: new RowGroups(task, this.order, texts.length),
      session: new RowGroups(session, this.order, texts.length),
    };
  }

  /** Number of all rows. */
  get length(): number {
    return this.#states.length;
  }

  /** Number of live rows. */
  get live(): number {
    return this.#live;
  }

  /** Bytes of the lines of live rows. */
  get liveBytes(): number {
    return this.#liveBytes;
  }

  /** Number of live rows whose line is damaged. */
  get unreadable(): number {
    return this.#unreadable;
  }

  text(column: 'task' | 'environment' | 'session' | 'blueprint' | 'status', row: number): string {
    return this.columns.texts[this.columns[column][row] ?? -1] ?? '';
  }

  promptIDs(row: number): readonly string[] {
    const { promptRows, promptIDs } = this.columns;
    if (promptRows.length === 0) return NONE;
    const ids: string[] = [];
    for (let i = firstFrom(promptRows, row); promptRows[i] === row; i++) ids.push(promptIDs.at(i));
    return ids;
  }

  /** Rows of a task or session by creation; `undefined` when it has none. */
  of(name: GroupName, id: string): Uint32Array | undefined {
    const key = this.#keys.get(id);
    return key === undefined ? undefined : this.#groups[name].rowsOf(key);
  }

  /** Number of live rows of a task or session. */
  liveOf(name: GroupName, id: string): number {
    const key = this.#keys.get(id);
    return key === undefined ? 0 : this.#groups[name].liveOf(key);
  }

  /** IDs of the blueprints of live rows. */
  liveBlueprints(): readonly string[] {
    return this.columns.texts.filter((_, key) => (this.#liveOfBlueprint[key] ?? 0) > 0);
  }

  markLive(row: number): void {
    if (!this.isDead(row)) return;
    this.#states[row] = (this.#states[row] ?? 0) & ~DEAD;
    this.#count(row, 1);
  }

  /** Marks a row as dead: its run was removed or is stored elsewhere. */
  markDead(row: number): void {
    if (this.isDead(row)) return;
    if (this.isUnreadable(row)) this.#unreadable--;
    this.#states[row] = DEAD;
    this.#count(row, -1);
  }

  isDead(row: number): boolean {
    return this.#has(row, DEAD);
  }

  markChecked(row: number): void {
    this.#add(row, CHECKED);
  }

  isChecked(row: number): boolean {
    return this.#has(row, CHECKED);
  }

  /** Marks a live row whose line is damaged. */
  markUnreadable(row: number): void {
    if (this.isUnreadable(row) || this.isDead(row)) return;
    this.#add(row, UNREADABLE);
    this.#unreadable++;
  }

  isUnreadable(row: number): boolean {
    return this.#has(row, UNREADABLE);
  }

  deadRanges(): Ranges {
    const ranges: (readonly [number, number])[] = [];
    for (let row = 0; row < this.length && this.#live < this.length; row++) {
      if (!this.isDead(row)) continue;
      const from = row;
      while (row < this.length && this.isDead(row)) row++;
      ranges.push([from, row]);
    }
    return ranges;
  }

  #count(row: number, change: 1 | -1): void {
    this.#live += change;
    this.#liveBytes += change * (this.columns.length[row] ?? 0);
    this.#groups.task.count(row, change);
    this.#groups.session.count(row, change);
    const blueprint = this.columns.blueprint[row] ?? 0;
    this.#liveOfBlueprint[blueprint] = (this.#liveOfBlueprint[blueprint] ?? 0) + change;
  }

  #has(row: number, state: number): boolean {
    return ((this.#states[row] ?? 0) & state) !== 0;
  }

  #add(row: number, state: number): void {
    this.#states[row] = (this.#states[row] ?? 0) | state;
  }
}

/** Index of the first number that is not below another one. */
function firstFrom(ascending: Uint32Array, least: number): number {
  let [from, to] = [0, ascending.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((ascending[middle] ?? 0) < least) from = middle + 1;
    else to = middle;
  }
  return from;
}
