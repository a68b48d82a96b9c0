import { randomInt } from 'node:crypto';
import { fnv1a } from '../../../../shared/values/fnv.ts';
import type { RunQuery } from '../../engine/state-port.ts';
import type { Archive } from './archive.ts';
import type { ArchivedEntry } from './archived-entry.ts';
import { IdTable } from './id-table.ts';
import { RowNumbers } from './row-numbers.ts';
import type { Direction, LateSequence } from './run-order.ts';
import { archiveSequence, type RunSequence } from './run-sequence.ts';

/** An archive, and the creation of its first run in a direction. */
interface FirstRun {
  readonly archive: Archive;
  readonly from: number;
}

/** The live runs of all archives: found by ID, by the ID of a prompt, and counted by task and session. */
export class ArchivedRuns {
  readonly #archives = new Set<Archive>();
  readonly #numbers = new RowNumbers();
  readonly #runs = new IdTable();
  readonly #prompts = new IdTable();
  /** Start of the hashes. Another one in each process, so that no file can bring IDs that all have the same hash. */
  readonly #hashStart = randomInt(2 ** 32);
  /** Archives in both directions; emptied when one comes or goes. */
  readonly #orders = new Map<Direction, readonly FirstRun[]>();
  readonly #count: (bytes: number) => void;

  /** @param count counts bytes of lines that are added, or removed when negative */
  constructor(count: (bytes: number) => void) {
    this.#count = count;
  }

  get archives(): ReadonlySet<Archive> {
    return this.#archives;
  }

  /** The archives, the one with the newest run first. */
  get newestFirst(): readonly Archive[] {
    return this.#ordered(-1).map(({ archive }) => archive);
  }

  /** Adds an archive whose rows are all dead. */
  add(archive: Archive): void {
    this.#archives.add(archive);
    this.#numbers.add(archive);
    this.#orders.clear();
  }

  /** Drops an archive without live rows. */
  drop(archive: Archive): void {
    this.#archives.delete(archive);
    this.#numbers.drop(archive);
    this.#orders.clear();
  }

  /** Makes a dead row live, which is found from now on. A run that is live elsewhere stays there. */
  markLive(archive: Archive, row: number): void {
    const { rows } = archive;
    const { ids } = rows.columns;
    const hash = ids.hashAt(row, this.#hashStart);
    if (this.#runs.find(hash, (known) => this.#numbers.entryOf(known).id === ids.at(row)) !== -1) return;
    const number = this.#numbers.of(archive, row);
    rows.markLive(row);
    this.#runs.add(hash, number);
    this.#count(rows.columns.length[row] ?? 0);
    for (const id of rows.promptIDs(row)) this.#prompts.add(fnv1a(id, this.#hashStart), number);
  }

  /** Makes a row dead: its run was removed, or is elsewhere. */
  markDead({ archive, row }: ArchivedEntry): void {
    const { rows } = archive;
    if (rows.isDead(row)) return;
    const number = this.#numbers.of(archive, row);
    rows.markDead(row);
    this.#count(-(rows.columns.length[row] ?? 0));
    this.#runs.remove(rows.columns.ids.hashAt(row, this.#hashStart), number);
    for (const id of rows.promptIDs(row)) this.#prompts.remove(fnv1a(id, this.#hashStart), number);
  }

  clear(): void {
    for (const { rows } of this.#archives) for (const row of rows.order) rows.markDead(row);
    this.#runs.clear();
    this.#prompts.clear();
  }

  find(id: string): ArchivedEntry | undefined {
    return this.#found(this.#runs, id, ({ archive, row }) => archive.rows.columns.ids.isAt(row, id));
  }

  /** The run of a prompt. */
  findByPrompt(id: string): ArchivedEntry | undefined {
    return this.#found(this.#prompts, id, ({ archive, row }) => archive.rows.promptIDs(row).includes(id));
  }

  /** The runs of each archive that has any, of a task or a session if one is given. */
  *sequences(query: RunQuery, direction: Direction): Generator<LateSequence, void, undefined> {
    const open = (archive: Archive): RunSequence | undefined => {
      const wanted = rowsOf(archive, query);
      return wanted === undefined ? undefined : archiveSequence(archive, wanted);
    };
    for (const { archive, from } of this.#ordered(direction)) {
      if (archive.rows.live > 0) yield { from, open: () => open(archive) };
    }
  }

  /** The live runs of each archive as of now, oldest first, also those that go or move later. */
  asOfNow(): readonly LateSequence[] {
    return this.#ordered(1).map(({ archive, from }) => {
      const { rows } = archive;
      const live = rows.order.filter((row) => !rows.isDead(row));
      return { from, open: () => ({ ...archiveSequence(archive, live), isGone: () => false }) };
    });
  }

  /** Number of live runs, of a task or a session if one is given. */
  count({ taskID, sessionID }: RunQuery): number {
    let count = 0;
    for (const { rows } of this.#archives) {
      if (sessionID !== undefined) count += rows.liveOf('session', sessionID);
      else count += taskID === undefined ? rows.live : rows.liveOf('task', taskID);
    }
    return count;
  }

  get hasUnreadable(): boolean {
    for (const { rows } of this.#archives) if (rows.unreadable > 0) return true;
    return false;
  }

  /** The archives by the creation of their first runs in a direction. */
  #ordered(direction: Direction): readonly FirstRun[] {
    const known = this.#orders.get(direction);
    if (known !== undefined) return known;
    const firsts = [...this.#archives].map((archive) => {
      const { order, columns } = archive.rows;
      return { archive, from: columns.created[order.at(direction === 1 ? 0 : -1) ?? -1] ?? 0 };
    });
    firsts.sort((a, b) => (a.from - b.from) * direction);
    this.#orders.set(direction, firsts);
    return firsts;
  }

  #found(table: IdTable, id: string, isWanted: (entry: ArchivedEntry) => boolean): ArchivedEntry | undefined {
    if (this.#archives.size === 0) return undefined;
    const number = table.find(fnv1a(id, this.#hashStart), (candidate) => isWanted(this.#numbers.entryOf(candidate)));
    return number === -1 ? undefined : this.#numbers.entryOf(number);
  }
}

function rowsOf({ rows }: Archive, { taskID, sessionID }: RunQuery): Uint32Array | undefined {
  if (sessionID !== undefined) return rows.of('session', sessionID);
  return taskID === undefined ? rows.order : rows.of('task', taskID);
}
