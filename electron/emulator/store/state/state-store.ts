import { messageOf } from '../../../../shared/values/messages.ts';
import { asJson, type Json } from '../../../../shared/values/json.ts';
import type { Micros } from '../../../../shared/values/timestamp.ts';
import type {
  EntityKind,
  LogLine,
  PromptRecord,
  RunRecord,
  SessionRecord,
  StateEntities,
} from '../../engine/context/records.ts';
import type { RunQuery, SmallKind, State } from '../../engine/context/state-port.ts';
import { atEndOfTurn, Slices } from '../../slices/slices.ts';
import { Batch } from './batch.ts';
import type { ParsedRecord } from './export.ts';
import { FolderLostError } from './disk.ts';
import type { FolderMonitor } from './folder-monitor.ts';
import { ENTITY_KINDS, fromTuple, toTuple } from './items.ts';
import type { StateFile } from './state-file.ts';
import type { StateUsage } from './state-usage.ts';
import { expiredRuns, expiredSessions, OWNED, type Tables } from './tables.ts';

/** Kinds that an import merges rather than replaces: the folder's own keys and files. */
const MERGED_KINDS: readonly EntityKind[] = ['secret', 'upload'];

/** Maximum number of runs, and of sessions, removed per turn: about ten milliseconds. */
const MAX_DROPPED = 1000;

/** Listeners of a store. */
export interface StoreOptions {
  /** Receives background failures, once each time that one begins. */
  readonly onFailure: (error: Error) => void;
  /** Receives the ID of a file that was removed with its run, whose bytes are stored elsewhere. */
  readonly onFileRemoved?: (id: string) => void;
}

/** The parts of a state. */
interface StateParts {
  readonly tables: Tables;
  /** `undefined` for a state in memory only. */
  readonly saved: { readonly file: StateFile; readonly monitor: FolderMonitor } | undefined;
  readonly messages: readonly string[];
  readonly options: StoreOptions;
  /** Called when the state is closed. */
  readonly release: () => void;
}

/** The state port of the engine, with the operations of programs: the state in memory, and every change in a file before it is acknowledged. */
export class StateStore implements State {
  /** Messages for the start: what was recovered or set aside. */
  readonly messages: readonly string[];
  /** Bytes in memory, and their budgets. */
  readonly usage: StateUsage;
  readonly #tables: Tables;
  readonly #parts: StateParts;
  #batch = new Batch();
  #isTurnOpen = false;
  #durable: Deferred | null = null;
  /** True while an import is loading: nothing is written until it is complete. */
  #isHeld = false;
  #isFailing = false;
  #isClosed = false;

  constructor(parts: StateParts) {
    this.#parts = parts;
    this.#tables = parts.tables;
    this.usage = parts.tables.usage;
    this.messages = parts.messages;
    parts.saved?.monitor.start((error) => this.#fail(error, null));
  }

  /** True while the folder, or a file in it, is gone or another process's, so that nothing can be saved. */
  readonly isLost = (): boolean => this.#parts.saved?.monitor.isLost === true;
  /** Throws `ApiError('internal')` when the folder is lost. */
  readonly assertWritable = (): void => this.#parts.saved?.monitor.assertPresent();

  get<Kind extends EntityKind>(kind: Kind, id: string): StateEntities[Kind] | undefined {
    return this.#tables.of[kind].get(id);
  }

  put<Kind extends EntityKind>(kind: Kind, entity: StateEntities[Kind]): void {
    this.#batch.touch(kind, entity.id, this.#tables.put(kind, entity, !this.#isHeld));
    this.#openTurn();
  }

  remove(kind: EntityKind, id: string): void {
    if (kind === 'run') this.#beforeRemoval(id);
    this.#tables.remove(kind, id);
    this.#batch.remove(kind, id);
    this.#openTurn();
  }

  #beforeRemoval(runID: string): void {
    for (const kind of OWNED) for (const id of this.#tables.idsOf(kind, runID)) this.#batch.forget(kind, id);
    for (const id of this.#tables.idsOf('upload', runID)) this.#parts.options.onFileRemoved?.(id);
  }

  appendLogs(runID: string, lines: readonly LogLine[]): void {
    if (lines.length === 0) return;
    const tuples = lines.map(toTuple);
    this.#tables.appendLogs(runID, tuples);
    this.#batch.appendLogs(runID, tuples);
    this.#openTurn();
  }

  logs(runID: string, from: number, to: number): readonly LogLine[] {
    return this.#tables
      .logs(runID)
      .slice(Math.max(from, 1) - 1, Math.max(to, 1) - 1)
      .map(fromTuple);
  }

  logCount(runID: string): number {
    return this.#tables.logs(runID).length;
  }

  promptsOf(runID: string): readonly PromptRecord[] {
    return this.#tables.promptsOf(runID);
  }

  runs(query: RunQuery): Iterable<RunRecord> {
    return this.#tables.runs(query);
  }

  runCount(query: RunQuery): number {
    return this.#tables.runCount(query);
  }

  all<Kind extends SmallKind>(kind: Kind): Iterable<StateEntities[Kind]> {
    return this.#tables.of[kind].values();
  }

  sessions(): Iterable<SessionRecord> {
    return this.#tables.sessionsNewestFirst();
  }

  unfinishedRuns(): readonly RunRecord[] {
    return this.#tables.unfinishedRuns();
  }

  pendingPrompts(): readonly PromptRecord[] {
    return this.#tables.pendingPrompts();
  }

  forgetResponses(isExpired: (at: Micros) => boolean): void {
    this.#tables.forgetResponses(isExpired);
  }

  retain(runs: number): boolean {
    const touched = new Set<string>();
    const runIDs = expiredRuns(this.#tables, runs, MAX_DROPPED);
    for (const id of runIDs) {
      const sessionID = this.get('run', id)?.sessionID ?? '';
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
    const { saved } = this.#parts;
    // Until an import is complete, only the import itself waits for it.
    if (saved === undefined || this.#isHeld || (!this.#isTurnOpen && saved.file.isDurable)) return null;
    this.#openTurn();
    this.#durable ??= createDeferred();
    return this.#durable.promise;
  }

  /** Exports every entity as `{ kind, entity }`, runs with their `logs`, oldest first, as of the first record. */
  *exportRecords(): Generator<Json, void, undefined> {
    const { of } = this.#tables;
    // Captured before the first record is read: entities are immutable.
    const others = ENTITY_KINDS.filter((kind) => kind !== 'run' && kind !== 'prompt').flatMap((kind) =>
      [...of[kind].values()].map((entity) => ({ kind, entity })),
    );
    const runs = Array.from(this.#tables.runsOldestFirst(), (run) => {
      const logs = this.#tables.logs(run.id);
      return { run, logs, lines: logs.length, prompts: this.promptsOf(run.id) };
    });
    for (const { kind, entity } of others) yield { kind, entity: asJson(entity) };
    for (const { run, logs, lines, prompts } of runs) {
      yield { kind: 'run', entity: asJson(run), logs: logs.slice(0, lines).map((line) => ({ ...fromTuple(line) })) };
      for (const prompt of prompts) yield { kind: 'prompt', entity: asJson(prompt) };
    }
  }

  /**
   * Replaces the state by records from `parseRecords`, in time slices, whatever the budgets. Memory fills up gradually; on disk everything
   * becomes durable together at the end. Nothing else may be put before it resolves.
   * @param merged kinds that are merged rather than replaced: by default the folder's own keys and files
   */
  async load(records: readonly ParsedRecord[], merged = MERGED_KINDS): Promise<void> {
    const slices = new Slices();
    this.#isHeld = true;
    // Before memory changes: a rewrite that runs would save a part of the records.
    this.#parts.saved?.file.replaceAll();
    try {
      this.clear(merged);
      for (const { kind, entity, logs } of records) {
        this.#tables.put(kind, entity);
        if (logs.length > 0) this.#tables.appendLogs(entity.id, logs);
        if (slices.isDue) await slices.pause();
      }
      this.#batch = new Batch();
      // The end of the turn reports a disk that refuses.
      await this.#parts.saved?.file.save().catch(() => undefined);
    } finally {
      this.#isHeld = false;
      this.#isTurnOpen = false;
      this.#openTurn();
    }
  }

  /** Rewrites the file now. Resolves when that is done. */
  async compact(): Promise<void> {
    try {
      await this.flushed();
      await this.#parts.saved?.file.rewrite();
    } catch (error) {
      this.#reportRewrite(error);
    }
  }

  /** Writes pending changes, shortens the file for the next start, and releases the folder. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    const { saved, release } = this.#parts;
    try {
      // A lost folder cannot be repaired here, and nothing in it was acknowledged.
      if (saved?.monitor.check() === null) {
        await this.flushed();
        // Of an import that is loading, only the file is whole.
        if (saved.file.isDueAtEnd && !this.#isHeld) await this.compact();
      }
    } finally {
      this.#isClosed = true;
      saved?.monitor.stop();
      await saved?.file.close();
      this.usage.clear();
      release();
    }
  }

  #openTurn(): void {
    if (this.#isTurnOpen || this.#parts.saved === undefined) return;
    this.#isTurnOpen = true;
    atEndOfTurn(() => this.#endTurn());
  }

  /** Writes the changes of the turn, then resolves its waiters. */
  #endTurn(): void {
    const { saved } = this.#parts;
    if (this.#isHeld || saved === undefined) return;
    this.#isTurnOpen = false;
    if (this.#isClosed) return;
    const waiter = this.#durable;
    this.#durable = null;
    const items = this.#batch.items((kind, id) => this.#tables.of[kind].get(id), saved.file.isRewriting);
    this.#batch = new Batch();
    if (items.length > 0) saved.file.add(items);
    const problem = saved.monitor.problem();
    if (problem !== null) {
      this.#fail(problem, waiter);
      return;
    }
    saved.file.save().then(
      () => {
        this.#isFailing = false;
        waiter?.resolve();
        if (saved.file.isDue) saved.file.rewrite().catch((error: unknown) => this.#reportRewrite(error));
      },
      (error: unknown) => this.#fail(error, waiter),
    );
  }

  #reportRewrite(error: unknown): void {
    this.#parts.options.onFailure(new Error(`The state could not be rewritten: ${messageOf(error)}. Nothing is lost.`));
  }

  #fail(cause: unknown, waiter: Deferred | null): void {
    // A file may be gone together with its folder.
    const error = cause instanceof FolderLostError ? (this.#parts.saved?.monitor.check() ?? cause) : cause;
    if (!this.#isFailing && error instanceof Error) this.#parts.options.onFailure(error);
    this.#isFailing = true;
    waiter?.reject(error);
  }
}

/** A promise with the functions that settle it. */
interface Deferred {
  readonly promise: Promise<void>;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** Creates a pending promise. */
function createDeferred(): Deferred {
  let settle: Omit<Deferred, 'promise'> = { resolve: () => undefined, reject: () => undefined };
  const promise = new Promise<void>((resolve, reject) => (settle = { resolve, reject }));
  return { promise, ...settle };
}
