import { ApiError } from '../../../../shared/http/errors.ts';
import type { EntityKind, LogLine, PromptRecord, RunRecord, StateEntities } from '../../engine/records.ts';
import type { Archive } from './archive.ts';
import { ArchivedEntry } from './archived-entry.ts';
import type { ArchivedRun } from './archived-line.ts';
import { OwnedCollection, oldestFirst, PlainCollection, SessionCollection, type Collection } from './collections.ts';
import { IdempotencyCollection } from './idempotency-collection.ts';
import { PromptCollection } from './prompt-collection.ts';
import { ENTITY_KINDS, fromTuple, patched, type Entity, type CheckedItem, type LogTuple } from './items.ts';
import { ArchivedRunCache } from './archived-run-cache.ts';
import { RunCollection } from './run-collection.ts';
import type { RunEntry } from './run-sequence.ts';
import type { StateUsage } from './state-usage.ts';
import { StoreError } from '../store-error.ts';
import { messageOf } from '../../../../shared/values/message-of.ts';

/** Options of the tables. */
export interface TablesOptions {
  /** Receives a message about a run that cannot be read. */
  readonly onDamage: (sentence: string) => void;
  /** Counts everything in memory. */
  readonly usage: StateUsage;
  /** True when archives are in memory too. */
  readonly isInMemory: boolean;
}

/** The state in memory, with references to the archives. Independent of journals and snapshots. */
export class Tables {
  readonly runs: RunCollection;
  readonly prompts = new PromptCollection();
  readonly sessions = new SessionCollection();
  readonly idempotency: IdempotencyCollection;
  readonly displays = new OwnedCollection<StateEntities['display']>(({ runID }) => runID);
  readonly uploads = new OwnedCollection<StateEntities['upload']>(({ access }) => access?.runID);
  readonly blueprints = new PlainCollection<StateEntities['blueprint']>();
  /** Collections in memory by kind. */
  readonly of: { readonly [Kind in EntityKind]: Collection<StateEntities[Kind]> };
  readonly usage: StateUsage;
  readonly #cache = new ArchivedRunCache();
  readonly #options: TablesOptions;
  #generation = 0;

  constructor(options: TablesOptions) {
    this.#options = options;
    const { usage, isInMemory } = options;
    this.usage = usage;
    const count = (bytes: number): void => usage.add(bytes);
    this.runs = new RunCollection(isInMemory ? count : () => undefined);
    this.idempotency = new IdempotencyCollection(count);
    this.of = {
      run: this.runs,
      prompt: this.prompts,
      session: this.sessions,
      blueprint: this.blueprints,
      idempotency: this.idempotency,
      secret: new PlainCollection(),
      upload: this.uploads,
      clock: new PlainCollection(),
      skip: new PlainCollection(),
      ruleCount: new PlainCollection(),
      retryPeriod: new PlainCollection(),
      plannedEnd: new PlainCollection(),
      answer: new PlainCollection(),
      request: new PlainCollection(),
      display: this.displays,
    };
  }

  /** Number of times that the state was emptied. */
  get generation(): number {
    return this.#generation;
  }

  get<Kind extends EntityKind>(kind: Kind, id: string): StateEntities[Kind] | undefined {
    return this.of[kind].get(id) ?? this.#fromArchive(kind, id);
  }

  /**
   * Adds or replaces an entity.
   * @param isChecked throws `ApiError('payload_too_large')` when a budget is full
   */
  put<Kind extends EntityKind>(kind: Kind, entity: StateEntities[Kind], isChecked = false): void {
    const runID = 'runID' in entity ? entity.runID : entity.id;
    if (kind === 'run' || kind === 'prompt') this.#bringBack(runID);
    // Responses are counted by their collection, which would have to parse them.
    if (kind !== 'idempotency') this.usage.change(kind, [this.of[kind].get(entity.id), entity], isChecked);
    this.of[kind].put(entity);
  }

  /** Removes an entity; a run together with its log, prompts, displays and files. */
  remove(kind: EntityKind, id: string): void {
    if (kind === 'run') this.#removeWithRun(id);
    this.#forget(kind, id);
  }

  /** Removes an entity that is in memory. */
  #forget(kind: EntityKind, id: string): void {
    if (kind !== 'idempotency') this.usage.change(kind, [this.of[kind].get(id), undefined]);
    if (kind === 'run') this.usage.lines(id, this.runs.logs(id), -1);
    this.of[kind].remove(id);
  }

  /** Keeps the JSON of an entity that was written, for the next compaction. */
  cacheJson(kind: EntityKind, id: string, json: string): void {
    if (kind === 'run') this.runs.node(id)?.cacheJson(json);
    else if (kind === 'idempotency') this.idempotency.cacheJson(id, json);
  }

  clear(kinds: readonly EntityKind[]): void {
    this.#generation += 1;
    for (const kind of kinds) this.of[kind].clear();
    if (kinds.includes('run')) this.#cache.clear();
    this.#countAgain(kinds);
  }

  /** Counts the entities of other kinds, which are few. */
  #countAgain(cleared: readonly EntityKind[]): void {
    this.usage.clear();
    for (const kind of ENTITY_KINDS) {
      if (cleared.includes(kind)) continue;
      if (kind === 'idempotency') this.usage.add(this.idempotency.bytes);
      else for (const entity of this.of[kind].values()) this.usage.change(kind, [undefined, entity]);
    }
    if (cleared.includes('run')) return;
    for (const { id } of this.runs.inMemory) this.usage.lines(id, this.runs.logs(id));
    if (this.#options.isInMemory) for (const { rows } of this.runs.archived.archives) this.usage.add(rows.liveBytes);
  }

  appendLogs(runID: string, lines: readonly LogLine[]): void {
    this.#bringBack(runID);
    this.usage.lines(runID, lines);
    this.runs.appendLogs(runID, lines);
  }

  logs(runID: string): readonly LogLine[] {
    return this.#archivedRun(runID)?.logs ?? this.runs.logs(runID);
  }

  logCount(runID: string): number {
    if (this.runs.node(runID) !== undefined) return this.runs.logs(runID).length;
    const entry = this.runs.archived.find(runID);
    return entry?.archive.rows.columns.logs[entry.row] ?? 0;
  }

  promptsOf(runID: string): readonly PromptRecord[] {
    return this.#archivedRun(runID)?.prompts ?? this.prompts.of(runID);
  }

  unfinishedRuns(): readonly RunRecord[] {
    return [...this.runs.unfinished].map(({ record }) => record).sort(oldestFirst);
  }

  /** Applies an item of a journal or snapshot. Returns false when its entity does not exist. */
  apply(item: CheckedItem): boolean {
    if (item[0] === 'put') this.put(item[1], item[2]);
    else if (item[0] === 'patch') return this.#patch(item);
    else if (item[0] === 'remove') this.remove(item[1], item[2]);
    else if (item[0] === 'clear') this.clear(item[1]);
    else return this.#addLogs(item[1], item[2]);
    return true;
  }

  /** Moves a run to an archive, with its log and prompts. */
  moveToArchive(from: RunEntry, archive: Archive, row: number): void {
    if (!(from instanceof ArchivedEntry)) {
      for (const { id } of this.prompts.of(from.id)) this.#forget('prompt', id);
      this.usage.change('run', [from.record, undefined]);
      this.usage.lines(from.id, this.runs.logs(from.id), -1);
    }
    this.runs.moveToArchive(from, archive, row);
  }

  /** True when a run is in memory or can be read. */
  canRead(id: string): boolean {
    try {
      this.#archivedRun(id);
      return true;
    } catch (error) {
      if (error instanceof ApiError) return false;
      throw error;
    }
  }

  /** Reports once that a run's line is damaged. Other disk errors may be temporary. */
  markUnreadable({ id, archive, row, isUnreadable }: ArchivedEntry, error: unknown): void {
    if (!(error instanceof StoreError) || isUnreadable) return;
    archive.rows.markUnreadable(row);
    this.#options.onDamage(`${messageOf(error)}: run ${id} cannot be read. Everything else is intact.`);
  }

  /** An archived run; `undefined` when it is in memory or does not exist. Throws as `#read` does. */
  #archivedRun(id: string): ArchivedRun | undefined {
    if (this.runs.node(id) !== undefined) return undefined;
    return this.#cache.get(id) ?? this.#read(this.runs.archived.find(id));
  }

  /** Reads an archived run. Throws `ApiError('internal')` when it cannot be read. */
  #read(entry: ArchivedEntry | undefined): ArchivedRun | undefined {
    if (entry === undefined) return undefined;
    try {
      const read = entry.archive.read(entry.row);
      this.#cache.add(read);
      return read;
    } catch (error) {
      this.markUnreadable(entry, error);
      throw new ApiError('internal', `Run ${entry.id} cannot be read: ${messageOf(error)}.`);
    }
  }

  #fromArchive<Kind extends EntityKind>(kind: Kind, id: string): StateEntities[Kind] | undefined {
    if (kind !== 'run' && kind !== 'prompt') return undefined;
    const runID = kind === 'run' ? id : this.runs.archived.findByPrompt(id)?.id;
    const archived = runID === undefined ? undefined : this.#archivedRun(runID);
    const found = kind === 'run' ? archived?.run : archived?.prompts.find((prompt) => prompt.id === id);
    // TypeScript does not relate `kind` to the result.
    return found as StateEntities[Kind] | undefined;
  }

  #patch([, kind, id, changed, missing]: Extract<CheckedItem, readonly ['patch', ...unknown[]]>): boolean {
    const before: Entity | undefined = this.get(kind, id);
    if (before === undefined) return false;
    this.put(kind, patched(before, changed, missing));
    return true;
  }

  #addLogs(runID: string, lines: readonly LogTuple[]): boolean {
    if (this.runs.find(runID) === undefined) return false;
    const known = this.logCount(runID);
    const fresh = lines.filter(([n]) => n > known);
    if (fresh.length > 0) this.appendLogs(runID, fresh.map(fromTuple));
    return true;
  }

  #removeWithRun(id: string): void {
    for (const prompt of this.prompts.of(id)) this.#forget('prompt', prompt.id);
    for (const display of this.displays.idsOf(id)) this.#forget('display', display);
    for (const upload of this.uploads.idsOf(id)) this.#forget('upload', upload);
    this.#cache.remove(id);
  }

  /** Moves a run from its archive back to memory, since part of it is put again. */
  #bringBack(runID: string): void {
    if (this.runs.node(runID) !== undefined) return;
    const entry = this.runs.archived.find(runID);
    // A run that cannot be read is replaced.
    if (entry === undefined || entry.isUnreadable) return;
    const archived = this.#archivedRun(runID);
    if (archived === undefined) return;
    this.#cache.remove(runID);
    this.usage.change('run', [undefined, archived.run]);
    this.runs.put(archived.run);
    this.usage.lines(runID, archived.logs);
    this.runs.appendLogs(runID, archived.logs);
    for (const prompt of archived.prompts) {
      this.usage.change('prompt', [undefined, prompt]);
      this.prompts.put(prompt);
    }
  }
}
