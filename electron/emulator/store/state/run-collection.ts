import type { LogLine, RunRecord } from '../../engine/records.ts';
import type { RunQuery } from '../../engine/state-port.ts';
import type { Archive } from './archive.ts';
import type { ArchivedEntry } from './archived-entry.ts';
import { ArchivedRuns } from './archived-runs.ts';
import type { Collection } from './collections.ts';
import { OrderedList } from './ordered-list.ts';
import { RunNode } from './run-node.ts';
import { type Direction, inOrder } from './run-order.ts';
import { memorySequence, nodesAsOfNow, type RunEntry } from './run-sequence.ts';

/** All runs: in memory with their logs, or in archives. */
export class RunCollection implements Collection<RunRecord> {
  readonly archived: ArchivedRuns;
  readonly #byId = new Map<string, RunNode>();
  readonly #unfinished = new Set<RunNode>();
  readonly #logs = new Map<string, LogLine[]>();
  #all = new OrderedList<RunNode>();
  readonly #byTask = new Map<string, OrderedList<RunNode>>();
  readonly #bySession = new Map<string, OrderedList<RunNode>>();
  /** Number of changes that running iterations have to follow. */
  #version = 0;

  /** @param countArchived counts bytes of archives */
  constructor(countArchived: (bytes: number) => void) {
    this.archived = new ArchivedRuns(countArchived);
  }

  /** Returns a run that is in memory. */
  node(id: string): RunNode | undefined {
    return this.#byId.get(id);
  }

  /** Returns a run, wherever it is. */
  find(id: string): RunEntry | undefined {
    return this.#byId.get(id) ?? this.archived.find(id);
  }

  /** Returns a run that is in memory. */
  get(id: string): RunRecord | undefined {
    return this.#byId.get(id)?.record;
  }

  put(record: RunRecord): void {
    const known = this.#byId.get(record.id);
    const node = known ?? new RunNode(record);
    const wasFinished = known?.isFinished;
    if (known === undefined) this.#add(node);
    else known.update(record);
    if (node.isFinished === wasFinished) return;
    if (node.isFinished) this.#unfinished.delete(node);
    else this.#unfinished.add(node);
  }

  remove(id: string): void {
    const node = this.#byId.get(id);
    if (node !== undefined) this.#leaveMemory(node);
    else this.#leaveArchive(this.archived.find(id));
  }

  clear(): void {
    for (const node of this.#byId.values()) node.isRemoved = true;
    for (const kept of [this.#byId, this.#unfinished, this.#logs, this.#byTask, this.#bySession]) kept.clear();
    this.archived.clear();
    this.#all = new OrderedList();
    this.#version++;
  }

  *values(): Generator<RunRecord, void, undefined> {
    for (const { record } of this.#byId.values()) yield record;
  }

  /** Adds the runs of an archive, except known and dead ones. */
  addArchive(archive: Archive, isDead: (row: number) => boolean): void {
    const { ids } = archive.rows.columns;
    this.archived.add(archive);
    this.#version++;
    for (let row = 0; row < archive.rows.length; row++) {
      if (isDead(row) || ids.lengthAt(row) === 0) continue;
      // Most archives are added before anything is in memory.
      if (this.#byId.size === 0 || !this.#byId.has(ids.at(row))) this.archived.markLive(archive, row);
    }
  }

  /** Moves a run to a row of an archive. */
  moveToArchive(from: RunEntry, archive: Archive, row: number): void {
    if (from instanceof RunNode) this.#leaveMemory(from);
    else this.#leaveArchive(from);
    this.archived.markLive(archive, row);
  }

  appendLogs(runID: string, lines: readonly LogLine[]): void {
    const known = this.#logs.get(runID);
    if (known === undefined) this.#logs.set(runID, [...lines]);
    else for (const line of lines) known.push(line);
  }

  /** Log of a run in memory. */
  logs(runID: string): readonly LogLine[] {
    return this.#logs.get(runID) ?? [];
  }

  /** Runs of a query, newest first, without those whose archive line is damaged. */
  *query(query: RunQuery): Generator<RunEntry, void, undefined> {
    const { taskID, sessionID } = query;
    const isOneList = taskID === undefined || sessionID === undefined;
    for (const entry of this.#inOrder(query, -1)) {
      if ((isOneList || entry.taskID === taskID) && !isUnreadable(entry)) yield entry;
    }
  }

  count(query: RunQuery): number {
    const isOneList = query.taskID === undefined || query.sessionID === undefined;
    if (isOneList && !this.archived.hasUnreadable)
      return (this.#listFor(query)?.size ?? 0) + this.archived.count(query);
    return [...this.query(query)].length;
  }

  oldestFirst(): Iterable<RunEntry> {
    return this.#inOrder({}, 1);
  }

  /** The runs as they are now, oldest first, also those that go or move before they are read. */
  asOfNow(): Iterable<RunEntry> {
    const nodes = [...this.inMemory];
    const archived = this.archived.asOfNow();
    return inOrder({ version: 0, memory: () => nodesAsOfNow(nodes), archived: () => archived }, 1);
  }

  get unfinished(): ReadonlySet<RunNode> {
    return this.#unfinished;
  }

  get finishedCount(): number {
    return this.#all.size + this.archived.count({}) - this.#unfinished.size;
  }

  /** Runs in memory, oldest first. */
  get inMemory(): Iterable<RunNode> {
    return this.#all.oldestFirst();
  }

  get inMemoryCount(): number {
    return this.#all.size;
  }

  #inOrder(query: RunQuery, direction: Direction): Generator<RunEntry, void, undefined> {
    // Read as they are at each step.
    const version = (): number => this.#version;
    const source = {
      get version() {
        return version();
      },
      memory: () => {
        const list = this.#listFor(query);
        return list === undefined ? undefined : memorySequence(list);
      },
      archived: (from: Direction) => this.archived.sequences(query, from),
    };
    return inOrder(source, direction);
  }

  #add(node: RunNode): void {
    this.#leaveArchive(this.archived.find(node.id));
    this.#byId.set(node.id, node);
    for (const list of this.#listsOf(node)) if (!list.add(node)) this.#version++;
  }

  #leaveArchive(entry: ArchivedEntry | undefined): void {
    if (entry === undefined) return;
    this.archived.markDead(entry);
    this.#version++;
  }

  #leaveMemory(node: RunNode): void {
    node.isRemoved = true;
    this.#byId.delete(node.id);
    this.#unfinished.delete(node);
    this.#logs.delete(node.id);
    for (const list of this.#listsOf(node)) list.noteRemoved();
    if (this.#byTask.get(node.taskID)?.size === 0) this.#byTask.delete(node.taskID);
    if (this.#bySession.get(node.sessionID)?.size === 0) this.#bySession.delete(node.sessionID);
    this.#version++;
  }

  #listsOf(node: RunNode): OrderedList<RunNode>[] {
    const lists = [this.#all, listIn(this.#byTask, node.taskID)];
    return node.sessionID === '' ? lists : [...lists, listIn(this.#bySession, node.sessionID)];
  }

  #listFor({ taskID, sessionID }: RunQuery): OrderedList<RunNode> | undefined {
    // A session usually has fewer runs than a task.
    if (sessionID !== undefined) return this.#bySession.get(sessionID);
    return taskID === undefined ? this.#all : this.#byTask.get(taskID);
  }
}

function isUnreadable(entry: RunEntry): boolean {
  return !(entry instanceof RunNode) && entry.isUnreadable;
}

function listIn(lists: Map<string, OrderedList<RunNode>>, id: string): OrderedList<RunNode> {
  const known = lists.get(id);
  if (known !== undefined) return known;
  const list = new OrderedList<RunNode>();
  lists.set(id, list);
  return list;
}
