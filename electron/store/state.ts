import type { Json } from '../../shared/model/json.ts';
import type { Micros } from '../../shared/model/timestamp.ts';
import type { EntityKind, LogLine, PromptRecord, RunRecord, SessionRecord, StateEntities } from '../engine/records.ts';
import type { RunIndexEntry, RunQuery, State } from '../engine/state-port.ts';
import { ArchiveCheck } from './archive-check.ts';
import { BackgroundCompaction, COMPACTION_LIMITS, type CompactionLimits } from './background-compaction.ts';
import { Batch } from './batch.ts';
import { runsBeyond, sessionsBeyond } from './beyond-retention.ts';
import type { Storage } from './compaction.ts';
import { Damage } from './damage.ts';
import type { Disk } from './disk.ts';
import { exportedRecords, parseRecords } from './export.ts';
import { folderDisk } from './folder-disk.ts';
import { ENTITY_KINDS } from './items.ts';
import type { Durability } from './journal.ts';
import { lockFolder } from './lock.ts';
import { memoryDisk } from './memory-disk.ts';
import { MIGRATIONS, STORE_VERSION, type Migration } from './migrations.ts';
import { recover } from './recovery.ts';
import { causeOf, naming } from './store-error.ts';
import { Tables } from './tables.ts';
import { keepOlder, upgrade, versionsIn } from './upgrade.ts';

/** How a state is opened. */
export interface StateOptions {
  /** Where it is kept; null for in memory, when nothing is written. */
  readonly folder: string | null;
  readonly now: () => Micros;
  /** What `flushed` promises; `process` when absent. */
  readonly durability?: Durability;
  /** Takes what went wrong in the background, once for each time that it begins. */
  readonly onFailure: (error: Error) => void;
  /** When to compact; for tests. */
  readonly compactAt?: CompactionLimits;
  /** After so many milliseconds the archives are looked through for damage; two seconds when absent. */
  readonly checkAfter?: number;
  /** The steps that lead here from older files; for tests. */
  readonly migrations?: readonly Migration[];
}

/** The state port, with what a program does with it beside. */
export interface StateStore extends State {
  /** Sentences for the start-up message: what was recovered or set aside. */
  readonly messages: readonly string[];
  /** Every entity, `{ kind, entity }`, runs with their `logs`. */
  exportRecords(): Iterable<Json>;
  /** Replaces the state by an export; throws `ApiError('invalid_request')` and changes nothing when it is none. */
  importRecords(records: readonly Json[]): void;
  /** Moves finished runs to an archive now. Resolves when that is done. */
  compact(): Promise<void>;
  /** Writes what is left and lets go of the folder. */
  close(): Promise<void>;
}

/** A start has better to do at first, and so have those who waited for it. In milliseconds. */
const CHECK_AFTER = 2000;

/** Kinds that an import adds to rather than replaces: the folder's own keys and files. */
const LASTING: readonly EntityKind[] = ['secret', 'upload'];

/** Opens the state of a folder. Throws `StoreError` when another process has it, or a newer version wrote it. */
export async function openState(options: StateOptions): Promise<StateStore> {
  if (options.folder === null) return openStateOn(memoryDisk(), options);
  const lock = await lockFolder(options.folder);
  try {
    return await openStateOn(folderDisk(options.folder), options, lock.release);
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Opens the state of a disk; `release` is called when it is closed. */
export async function openStateOn(
  disk: Disk,
  options: Omit<StateOptions, 'folder'>,
  release: () => void = () => undefined,
): Promise<StateStore> {
  const { durability = 'process', migrations = MIGRATIONS } = options;
  const versions = naming(disk.name, () => versionsIn(disk, migrations));
  const damage = new Damage(disk, options.now() / 1000);
  const onDamage = (sentence: string): void => options.onFailure(new Error(sentence));
  const tables = new Tables({ now: options.now, onDamage });
  await keepOlder(disk, versions);
  const recovery = { damage, durability, versions, migrations };
  const { storage, needsSnapshot, version } = naming(disk.name, () => recover(disk, tables, recovery));
  if (version < STORE_VERSION) await upgrade(storage, { damage, way: { from: version, migrations } });
  const state = new DurableState(storage, { ...options, messages: damage.messages, release });
  if (needsSnapshot) await state.compact();
  return state;
}

interface Surroundings extends Omit<StateOptions, 'folder'> {
  readonly messages: readonly string[];
  readonly release: () => void;
}

/**
 * A turn in which so many came ends early: the first hear their answers, and work on them, while the others are served.
 * Fewer would make more writes than that is worth.
 */
const MOST_WAITERS = 16;

/** Someone waits for the end of the turn. */
interface Waiting {
  readonly promise: Promise<void>;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

class DurableState implements StateStore {
  readonly messages: readonly string[];
  readonly #storage: Storage;
  readonly #tables: Tables;
  readonly #surroundings: Surroundings;
  readonly #compaction: BackgroundCompaction;
  readonly #check: ArchiveCheck;
  #batch = new Batch();
  #isTurnOpen = false;
  #waiting: Waiting | null = null;
  #waiters = 0;
  #isFailing = false;
  #isClosed = false;

  constructor(storage: Storage, surroundings: Surroundings) {
    this.#storage = storage;
    this.#tables = storage.tables;
    this.#surroundings = surroundings;
    this.messages = surroundings.messages;
    const { compactAt = COMPACTION_LIMITS, onFailure } = surroundings;
    this.#compaction = new BackgroundCompaction(storage, {
      ...{ limits: compactAt, onFailure },
      endTurnSoon: () => this.#openTurn(),
    });
    this.#check = new ArchiveCheck(this.#tables, (error) =>
      onFailure(new Error(`The archives cannot be read: ${causeOf(error)}.`)),
    );
    if (storage.archives.size > 0) this.#check.begin(surroundings.checkAfter ?? CHECK_AFTER);
  }

  get<Kind extends EntityKind>(kind: Kind, id: string): StateEntities[Kind] | undefined {
    return this.#tables.get(kind, id);
  }

  put<Kind extends EntityKind>(kind: Kind, entity: StateEntities[Kind]): void {
    if (!this.#batch.has(kind, entity.id)) this.#batch.touch(kind, entity.id, this.#tables.of[kind].get(entity.id));
    this.#tables.put(kind, entity);
    this.#openTurn();
  }

  remove(kind: EntityKind, id: string): void {
    if (kind === 'run') for (const prompt of this.#tables.prompts.of(id)) this.#batch.forget(prompt.id);
    this.#tables.remove(kind, id);
    this.#batch.remove(kind, id);
    this.#openTurn();
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

  runCount(query: RunQuery): number {
    return this.#tables.runs.count(query);
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

  retain(runs: number): void {
    const touched = new Set<string>();
    for (const id of runsBeyond(this.#tables, runs)) {
      const sessionID = this.#tables.runs.node(id)?.sessionID ?? '';
      if (sessionID !== '') touched.add(sessionID);
      this.remove('run', id);
    }
    for (const id of sessionsBeyond(this.#tables, runs, touched)) this.remove('session', id);
  }

  clear(keep: readonly EntityKind[]): void {
    // Prompts hang on their runs.
    const isKept = (kind: EntityKind): boolean => keep.includes(kind) && (kind !== 'prompt' || keep.includes('run'));
    const kinds = ENTITY_KINDS.filter((kind) => !isKept(kind));
    this.#tables.clear(kinds);
    this.#batch.clear(kinds);
    this.#openTurn();
  }

  flushed(): Promise<void> | null {
    if (!this.#isTurnOpen && this.#storage.journal.isDurable) return null;
    this.#openTurn();
    this.#waiting ??= waiting();
    this.#waiters += 1;
    if (this.#waiters === MOST_WAITERS) process.nextTick(() => this.#endTurn());
    return this.#waiting.promise;
  }

  exportRecords(): Iterable<Json> {
    return exportedRecords(this.#tables);
  }

  importRecords(records: readonly Json[]): void {
    const parsed = parseRecords(records);
    this.clear(LASTING);
    for (const { kind, entity, logs } of parsed) {
      this.put(kind, entity);
      this.appendLogs(entity.id, logs);
    }
  }

  compact(): Promise<void> {
    return this.#compaction.request();
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    try {
      await this.flushed();
    } finally {
      this.#isClosed = true;
      this.#check.stop();
      await this.#compaction.stop();
      this.#storage.journal.close();
      for (const archive of this.#storage.archives.values()) archive.close();
      this.#surroundings.release();
    }
  }

  #openTurn(): void {
    if (this.#isTurnOpen) return;
    this.#isTurnOpen = true;
    setImmediate(() => this.#endTurn());
  }

  /** Writes what happened in the turn, then lets those go on who wait for it. */
  #endTurn(): void {
    this.#isTurnOpen = false;
    if (this.#isClosed) return;
    const waiter = this.#waiting;
    this.#waiting = null;
    this.#waiters = 0;
    const { journal } = this.#storage;
    this.#compaction.beginIfDue();
    const batch = this.#batch;
    this.#batch = new Batch();
    const items = batch.items(
      (kind, id) => this.#tables.of[kind].get(id),
      (runID, json) => this.#tables.runs.node(runID)?.remember(json),
    );
    if (items.length > 0) journal.add(items);
    try {
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

  #fail(error: unknown, waiter: Waiting | null): void {
    if (!this.#isFailing && error instanceof Error) this.#surroundings.onFailure(error);
    this.#isFailing = true;
    waiter?.reject(error);
  }
}

function waiting(): Waiting {
  let settle: Omit<Waiting, 'promise'> = { resolve: () => undefined, reject: () => undefined };
  const promise = new Promise<void>((resolve, reject) => (settle = { resolve, reject }));
  return { promise, ...settle };
}
