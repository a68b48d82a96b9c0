import type { Json } from '../../../../shared/values/json.ts';
import type { Micros } from '../../../../shared/values/timestamp.ts';
import type {
  EntityKind,
  LogLine,
  PromptRecord,
  RunRecord,
  SessionRecord,
  StateEntities,
} from '../../engine/records.ts';
import type { RunIndexEntry, RunQuery, SmallKind } from '../../engine/state-port.ts';
import { ArchiveCheck } from './archive-check.ts';
import { wordTest } from './archive-search.ts';
import { BackgroundCompaction, COMPACTION_LIMITS } from './background-compaction.ts';
import { Batch, inLines } from './batch.ts';
import { expiredRuns, expiredSessions } from './retention.ts';
import type { Storage } from './compaction.ts';
import { atEndOfTurn, Slices } from '../../slices/slices.ts';
import { exportedRecords, type ParsedRecord } from './export.ts';
import { FolderLostError } from './folder-lost-error.ts';
import { ENTITY_KINDS } from './items.ts';
import type { Lease } from './lease.ts';
import { FolderMonitor } from './folder-monitor.ts';
import type { StateOptions, StateStore } from './state-store.ts';
import type { StateUsage } from './state-usage.ts';
import type { Tables } from './tables.ts';
import { createDeferred, type Deferred } from './deferred.ts';
import { messageOf } from '../../../../shared/values/message-of.ts';

/** Delay before the archives are checked, in milliseconds: the start and its first requests come first. */
const CHECK_AFTER = 2000;

/** Kinds that an import merges rather than replaces: the folder's own keys and files. */
const MERGED_KINDS: readonly EntityKind[] = ['secret', 'upload'];

/** Options of the state and results of opening it. */
export interface DurableStateOptions extends Omit<StateOptions, 'folder'> {
  readonly messages: readonly string[];
  readonly lease: Pick<Lease, 'release'> | undefined;
}

/**
 * A turn ends early with this many waiting requests, so that the first get their responses while others are served. A
 * smaller number would cause too many writes.
 */
const MAX_WAITERS = 16;

/** Maximum number of runs, and of sessions, removed per turn: about ten milliseconds. */
const MAX_DROPPED = 1000;

/** The state on a disk: entities in memory, and every change in a journal before it is acknowledged. */
export class DurableState implements StateStore {
  readonly messages: readonly string[];
  readonly isLost = (): boolean => this.#monitor.isLost;
  readonly forgetResponses = (isExpired: (at: Micros) => boolean): void =>
    this.#tables.idempotency.removeExpired(isExpired);
  readonly runCount = (query: RunQuery): number => this.#tables.runs.count(query);
  readonly wordTest = (word: string): ((entry: RunIndexEntry) => boolean) =>
    wordTest(word, this.#tables.runs.archived.newestFirst);
  readonly assertWritable = (): void => this.#monitor.assertPresent();
  readonly usage: StateUsage;
  readonly #storage: Storage;
  readonly #tables: Tables;
  readonly #options: DurableStateOptions;
  readonly #compaction: BackgroundCompaction;
  readonly #archiveCheck: ArchiveCheck;
  readonly #monitor: FolderMonitor;
  #batch = new Batch();
  #isTurnOpen = false;
  #durable: Deferred | null = null;
  #waiters = 0;
  /** True while an import is loading: nothing is written until it is complete. */
  #isHeld = false;
  #isFailing = false;
  #isClosed = false;

  constructor(storage: Storage, options: DurableStateOptions) {
    this.#storage = storage;
    this.#tables = storage.tables;
    this.usage = storage.tables.usage;
    this.#options = options;
    this.messages = options.messages;
    const { compactAt = COMPACTION_LIMITS, onFailure } = options;
    this.#compaction = new BackgroundCompaction(storage, {
      ...{ limits: compactAt, endTurnSoon: () => this.#openTurn() },
      onFailure: (error) => (error instanceof FolderLostError ? this.#fail(error, null) : onFailure(error)),
    });
    this.#archiveCheck = new ArchiveCheck(this.#tables, (error) =>
      onFailure(new Error(`The archives cannot be read: ${messageOf(error)}.`)),
    );
    this.#monitor = new FolderMonitor(storage, (error) => this.#fail(error, null));
    if (options.lease !== undefined) this.#monitor.start();
    if (storage.archives.size > 0) this.#archiveCheck.start(options.checkAfter ?? CHECK_AFTER);
  }

  get<Kind extends EntityKind>(kind: Kind, id: string): StateEntities[Kind] | undefined {
    return this.#tables.get(kind, id);
  }

  put<Kind extends EntityKind>(kind: Kind, entity: StateEntities[Kind]): void {
    if (!this.#batch.has(kind, entity.id)) this.#batch.touch(kind, entity.id, this.#tables.of[kind].get(entity.id));
    // Opened first: a compaction may follow a refusal.
    this.#openTurn();
    this.#tables.put(kind, entity, !this.#isHeld);
  }

  remove(kind: EntityKind, id: string): void {
    if (kind === 'run') this.#beforeRemoval(id);
    this.#tables.remove(kind, id);
    this.#batch.remove(kind, id);
    this.#openTurn();
  }

  #beforeRemoval(runID: string): void {
    for (const prompt of this.#tables.prompts.of(runID)) this.#batch.forget(prompt.id);
    for (const upload of this.#tables.uploads.idsOf(runID)) this.#options.onFileRemoved?.(upload);
  }

  appendLogs(runID: string, lines: readonly LogLine[]): void {
    if (lines.length === 0) return;
    this.#tables.appendLogs(runID, lines);
    this.#batch.appendLogs(runID, lines);
    this.#openTurn();
  }

  logs(runID: string, from: number, to: number): readonly LogLine[] {
    return this.#tables.logs(runID).slice(Math.max(from, 1) - 1, Math.max(to, 1) - 1);
  }

  logCount(runID: string): number {
    return this.#tables.logCount(runID);
  }

  promptsOf(runID: string): readonly PromptRecord[] {
    return this.#tables.promptsOf(runID);
  }

  runIndex(query: RunQuery): Iterable<RunIndexEntry> {
    return this.#tables.runs.query(query);
  }

  all<Kind extends SmallKind>(kind: Kind): Iterable<StateEntities[Kind]> {
    return this.#tables.of[kind].values();
  }

  sessions(): Iterable<SessionRecord> {
    return this.#tables.sessions.newestFirst();
  }

  unfinishedRuns(): readonly RunRecord[] {
    return this.#tables.unfinishedRuns();
  }

  pendingPrompts(): readonly PromptRecord[] {
    return this.#tables.prompts.pending();
  }

  retain(runs: number): boolean {
    const touched = new Set<string>();
    const runIDs = expiredRuns(this.#tables, runs, MAX_DROPPED);
    for (const id of runIDs) {
      const sessionID = this.#tables.runs.find(id)?.sessionID ?? '';
      if (sessionID !== '') touched.add(sessionID);
      this.remove('run', id);
    }
    const sessionIDs = expiredSessions(this.#tables, runs, touched).slice(0, MAX_DROPPED);
    for (const id of sessionIDs) this.remove('session', id);
    return Math.max(runIDs.length, sessionIDs.length) === MAX_DROPPED;
  }

  clear(keep: readonly EntityKind[]): void {
    // Prompts belong to their runs.
    const isKept = (kind: EntityKind): boolean => keep.includes(kind) && (kind !== 'prompt' || keep.includes('run'));
    const kinds = ENTITY_KINDS.filter((kind) => !isKept(kind));
    this.#tables.clear(kinds);
    this.#batch.clear(kinds);
    this.#openTurn();
  }

  flushed(): Promise<void> | null {
    // Until an import is complete, only the import itself waits for it.
    if (this.#isHeld || (!this.#isTurnOpen && this.#storage.journal.isDurable)) return null;
    this.#openTurn();
    this.#durable ??= createDeferred();
    this.#waiters += 1;
    if (this.#waiters === MAX_WAITERS) process.nextTick(() => this.#endTurn());
    return this.#durable.promise;
  }

  exportRecords(): Iterable<Json> {
    return exportedRecords(this.#tables);
  }

  async load(records: readonly ParsedRecord[], merged = MERGED_KINDS): Promise<void> {
    const slices = new Slices();
    this.#isHeld = true;
    try {
      this.clear(merged);
      for (const record of records) {
        this.#add(record);
        if (slices.isDue) await slices.pause();
      }
      await this.#writeDraft(slices);
    } finally {
      this.#isHeld = false;
      this.#isTurnOpen = false;
      this.#openTurn();
    }
  }

  /**
   * Writes the batch as a draft journal, which becomes valid as a whole at the end of the turn. That also reports disk
   * errors.
   */
  async #writeDraft(slices: Slices): Promise<void> {
    const { journal } = this.#storage;
    let isWritable = journal.rotateToDraft();
    // The end of the turn will then write everything at once.
    if (!isWritable) return;
    for (const items of inLines(this.#items(this.#batch))) {
      journal.add(items);
      isWritable &&= journal.writeAhead();
      if (slices.isDue) await slices.pause();
    }
    journal.completeDraft();
    this.#batch = new Batch();
  }

  #add({ kind, entity, logs }: ParsedRecord): void {
    this.put(kind, entity);
    this.appendLogs(entity.id, logs);
  }

  compact(): Promise<void> {
    return this.#compaction.request();
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    try {
      // A lost folder cannot be repaired here, and nothing in it was acknowledged.
      if (this.#monitor.check() === null) await this.flushed();
    } finally {
      this.#isClosed = true;
      this.#monitor.stop();
      this.#archiveCheck.stop();
      await this.#compaction.stop();
      this.usage.clear();
      this.#storage.journal.close();
      for (const archive of this.#storage.archives.values()) archive.close();
      this.#options.lease?.release();
    }
  }

  #openTurn(): void {
    if (this.#isTurnOpen) return;
    this.#isTurnOpen = true;
    atEndOfTurn(() => this.#endTurn());
  }

  /** Writes the changes of the turn, then resolves its waiters. */
  #endTurn(): void {
    if (this.#isHeld) return;
    this.#isTurnOpen = false;
    if (this.#isClosed) return;
    const waiter = this.#durable;
    this.#durable = null;
    this.#waiters = 0;
    const { journal } = this.#storage;
    this.#compaction.startIfDue();
    const items = [...this.#items(this.#batch)];
    this.#batch = new Batch();
    if (items.length > 0) journal.add(items);
    try {
      this.#monitor.assertPresent();
      journal.write();
    } catch (error) {
      this.#fail(error, waiter);
      return;
    }
    journal.sync().then(
      () => {
        this.#isFailing = false;
        waiter?.resolve();
      },
      (error: unknown) => this.#fail(error, waiter),
    );
  }

  #items(batch: Batch): Generator<string, void, undefined> {
    return batch.items(
      (kind, id) => this.#tables.of[kind].get(id),
      (kind, id, json) => this.#tables.cacheJson(kind, id, json),
    );
  }

  #fail(cause: unknown, waiter: Deferred | null): void {
    const error = this.#monitor.explain(cause);
    if (!this.#isFailing && error instanceof Error) this.#options.onFailure(error);
    this.#isFailing = true;
    waiter?.reject(error);
  }
}
