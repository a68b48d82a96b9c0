import type { LogLine, RunRecord } from '../../engine/records.ts';
import type { RunQuery } from '../../engine/state-port.ts';
import { summariesOf, type ArchiveIndex } from './archive-index.ts';
import type { Archive } from './archive.ts';
import type { Collection } from './collections.ts';
import { OrderedList } from './ordered-list.ts';
import { RunNode } from './run-node.ts';

/** All runs with their logs: complete in memory, or as nodes that refer to an archive. */
export class RunCollection implements Collection<RunRecord> {
  readonly #byId = new Map<string, RunNode>();
  readonly #inMemory = new Set<RunNode>();
  readonly #unfinished = new Set<RunNode>();
  readonly #unreadable = new Set<RunNode>();
  readonly #logs = new Map<string, LogLine[]>();
  #all = new OrderedList<RunNode>();
  readonly #byTask = new Map<string, OrderedList<RunNode>>();
  readonly #bySession = new Map<string, OrderedList<RunNode>>();

  node(id: string): RunNode | undefined {
    return this.#byId.get(id);
  }

  /** Returns a run that is in memory. */
  get(id: string): RunRecord | undefined {
    return this.#byId.get(id)?.record ?? undefined;
  }

  put(record: RunRecord): void {
    const known = this.#byId.get(record.id);
    const node = known ?? new RunNode(record);
    const [isNew, wasFinished] = [node.record === null, node.isFinished];
    node.update(record);
    if (known === undefined) this.#add(node);
    if (isNew) {
      this.#inMemory.add(node);
      this.#unreadable.delete(node);
    }
    if (!isNew && node.isFinished === wasFinished) return;
    if (node.isFinished) this.#unfinished.delete(node);
    else this.#unfinished.add(node);
  }

  remove(id: string): void {
    const node = this.#byId.get(id);
    if (node === undefined) return;
    node.isRemoved = true;
    node.leaveArchive();
    this.#byId.delete(id);
    this.#inMemory.delete(node);
    this.#unfinished.delete(node);
    this.#unreadable.delete(node);
    this.#logs.delete(id);
    for (const list of this.#listsOf(node)) list.noteRemoved();
    if (this.#byTask.get(node.taskID)?.size === 0) this.#byTask.delete(node.taskID);
    if (this.#bySession.get(node.sessionID)?.size === 0) this.#bySession.delete(node.sessionID);
  }

  clear(): void {
    for (const node of this.#byId.values()) {
      node.isRemoved = true;
      node.leaveArchive();
    }
    const all = [this.#byId, this.#inMemory, this.#unfinished, this.#unreadable];
    for (const kept of [...all, this.#logs, this.#byTask, this.#bySession]) kept.clear();
    this.#all = new OrderedList();
  }

  *values(): Generator<RunRecord, void, undefined> {
    for (const { record } of this.#inMemory) if (record !== null) yield record;
  }

  /** Adds the runs of an archive, except known and dead ones. Returns the new nodes. */
  addArchive(archive: Archive, index: ArchiveIndex): RunNode[] {
    const nodes: RunNode[] = [];
    let row = -1;
    for (const summary of summariesOf(index)) {
      row++;
      if (archive.isDead(row)) continue;
      if (this.#byId.has(summary.id)) {
        archive.markDead(row);
        continue;
      }
      const node = new RunNode(summary);
      node.enterArchive({ archive, row }, summary.valuesDigest);
      this.#byId.set(node.id, node);
      nodes.push(node);
    }
    this.#all.addAll(nodes);
    addByKey(this.#byTask, nodes, ({ taskID }) => taskID);
    const ofSessions = nodes.filter(({ sessionID }) => sessionID !== '');
    addByKey(this.#bySession, ofSessions, ({ sessionID }) => sessionID);
    return nodes;
  }

  /** Moves a run from memory to an archive. */
  moveToArchive(node: RunNode, archive: Archive, row: number): void {
    node.enterArchive({ archive, row }, node.valuesDigest);
    this.#inMemory.delete(node);
    this.#logs.delete(node.id);
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

  /** Marks a run whose archive line is damaged. It is omitted from queries until it is removed. */
  markUnreadable(node: RunNode): void {
    node.isUnreadable = true;
    this.#unreadable.add(node);
  }

  /** Runs of a query, newest first. */
  *query({ taskID, sessionID }: RunQuery): Generator<RunNode, void, undefined> {
    const isWanted = (node: RunNode): boolean => (taskID === undefined || node.taskID === taskID) && !node.isUnreadable;
    const list = this.#listFor({ taskID, sessionID });
    for (const node of list?.newestFirst() ?? []) if (isWanted(node)) yield node;
  }

  count(query: RunQuery): number {
    const isOneList = query.taskID === undefined || query.sessionID === undefined;
    if (isOneList && this.#unreadable.size === 0) return this.#listFor(query)?.size ?? 0;
    let count = 0;
    for (const node of this.query(query)) if (!node.isRemoved) count++;
    return count;
  }

  oldestFirst(): Iterable<RunNode> {
    return this.#all.oldestFirst();
  }

  get unfinished(): ReadonlySet<RunNode> {
    return this.#unfinished;
  }

  get finishedCount(): number {
    return this.#all.size - this.#unfinished.size;
  }

  get inMemory(): ReadonlySet<RunNode> {
    return this.#inMemory;
  }

  #add(node: RunNode): void {
    this.#byId.set(node.id, node);
    for (const list of this.#listsOf(node)) list.add(node);
  }

  #listsOf(node: RunNode): OrderedList<RunNode>[] {
    const lists = [this.#all, listIn(this.#byTask, node.taskID)];
    return node.sessionID === '' ? lists : [...lists, listIn(this.#bySession, node.sessionID)];
  }

  #listFor({
    taskID,
    sessionID,
  }: {
    taskID?: string | undefined;
    sessionID?: string | undefined;
  }): OrderedList<RunNode> | undefined {
    // A session usually has fewer runs than a task.
    if (sessionID !== undefined) return this.#bySession.get(sessionID);
    return taskID === undefined ? this.#all : this.#byTask.get(taskID);
  }
}

type Lists = Map<string, OrderedList<RunNode>>;

function addByKey(lists: Lists, nodes: readonly RunNode[], keyOf: (node: RunNode) => string): void {
  const groups = new Map<string, RunNode[]>();
  for (const node of nodes) {
    const group = groups.get(keyOf(node));
    if (group === undefined) groups.set(keyOf(node), [node]);
    else group.push(node);
  }
  for (const [key, group] of groups) listIn(lists, key).addAll(group);
}

function listIn(lists: Lists, id: string): OrderedList<RunNode> {
  const known = lists.get(id);
  if (known !== undefined) return known;
  const list = new OrderedList<RunNode>();
  lists.set(id, list);
  return list;
}
