import { isPending, TERMINAL_RUN_STATUSES, TERMINAL_SESSION_STATUSES } from '../../../../shared/model/status.ts';
import type { Micros } from '../../../../shared/values/timestamp.ts';
import type {
  EntityKind,
  PromptRecord,
  RunRecord,
  StateEntities,
  SessionRecord,
} from '../../engine/context/records.ts';
import type { RunQuery } from '../../engine/context/state-port.ts';
import { CreationOrder, IdsByOwner, oldestFirst } from './indexes.ts';
import { ENTITY_KINDS, patched, type CheckedItem, type Entity, type LogTuple } from './items.ts';
import { ownerOf, type StateUsage } from './state-usage.ts';

type EntityMaps = { readonly [Kind in EntityKind]: Map<string, StateEntities[Kind]> };

/** Kinds whose entities are removed with their run. */
export const OWNED = ['prompt', 'display', 'upload'] as const satisfies readonly EntityKind[];

/** The state in memory: entities by kind and ID, logs by run, and what lists need. Independent of files. */
export class Tables {
  readonly of: EntityMaps;
  readonly usage: StateUsage;
  readonly #runs: CreationOrder<StateEntities['run']>;
  readonly #sessions: CreationOrder<StateEntities['session']>;
  /** As stored: most lines are never read again. */
  readonly #logs = new Map<string, LogTuple[]>();
  readonly #unfinished = new Set<string>();
  readonly #pending = new Set<string>();
  readonly #owned = { prompt: new IdsByOwner(), display: new IdsByOwner(), upload: new IdsByOwner() };
  readonly #runsOfSession = new IdsByOwner();

  /** @param usage counts everything */
  constructor(usage: StateUsage) {
    this.usage = usage;
    // TypeScript does not relate the kinds to the maps.
    this.of = Object.fromEntries(ENTITY_KINDS.map((kind) => [kind, new Map()])) as unknown as EntityMaps;
    this.#runs = new CreationOrder(this.of.run);
    this.#sessions = new CreationOrder(this.of.session);
  }

  /**
   * Adds or replaces an entity. Returns the one that it replaced.
   * @param isChecked throws `ApiError('payload_too_large')` when a budget is full
   */
  put<Kind extends EntityKind>(kind: Kind, entity: StateEntities[Kind], isChecked = false): Entity | undefined {
    const entities: Map<string, Entity> = this.of[kind];
    const before = entities.get(entity.id);
    this.usage.change(kind, before, entity, isChecked);
    // Responses come in the order of their last use, so that the oldest can be found.
    if (kind === 'idempotency') entities.delete(entity.id);
    entities.set(entity.id, entity);
    this.#index(kind, entity, before === undefined);
    return before;
  }

  /** Removes an entity; a run together with its log, prompts, displays and files. */
  remove(kind: EntityKind, id: string): void {
    // Also of a run that is not here: a file may have lost it.
    if (kind === 'run') this.#removeOwned(id);
    const entity = this.of[kind].get(id);
    if (entity === undefined) return;
    this.usage.change(kind, entity, undefined);
    this.of[kind].delete(id);
    this.#unindex(kind, entity);
  }

  clear(kinds: readonly EntityKind[]): void {
    for (const kind of kinds) {
      this.of[kind].clear();
      if (isOwned(kind)) this.#owned[kind].clear();
    }
    if (kinds.includes('prompt')) this.#pending.clear();
    if (kinds.includes('session')) this.#sessions.cleared();
    if (kinds.includes('run')) {
      this.#runs.cleared();
      this.#runsOfSession.clear();
      this.#unfinished.clear();
      this.#logs.clear();
    }
    this.usage.clear();
    for (const kind of ENTITY_KINDS)
      for (const entity of this.of[kind].values()) this.usage.change(kind, undefined, entity);
    for (const [runID, lines] of this.#logs) this.usage.lines(runID, lines);
  }

  appendLogs(runID: string, lines: readonly LogTuple[]): void {
    this.usage.lines(runID, lines);
    const known = this.#logs.get(runID);
    if (known === undefined) this.#logs.set(runID, [...lines]);
    else for (const line of lines) known.push(line);
  }

  logs(runID: string): readonly LogTuple[] {
    return this.#logs.get(runID) ?? [];
  }

  /** Runs with a log, and their logs. */
  get allLogs(): Iterable<readonly [runID: string, lines: readonly LogTuple[]]> {
    return this.#logs;
  }

  /** Prompts of a run, oldest first. */
  promptsOf(runID: string): readonly PromptRecord[] {
    return this.#owned.prompt
      .of(runID)
      .flatMap((id) => this.of.prompt.get(id) ?? [])
      .sort(oldestFirst);
  }

  /** IDs of a run's entities of a kind. */
  idsOf(kind: (typeof OWNED)[number], runID: string): readonly string[] {
    return this.#owned[kind].of(runID);
  }

  /** Matching runs, newest first. */
  *runs({ taskID, sessionID }: RunQuery): Generator<RunRecord, void, undefined> {
    for (const run of sessionID === undefined ? this.#runs.newestFirst() : this.#runsOf(sessionID))
      if (taskID === undefined || run.taskID === taskID) yield run;
  }

  /** All runs, oldest first. */
  runsOldestFirst(): Iterable<RunRecord> {
    return this.#runs.oldestFirst();
  }

  runCount({ taskID, sessionID }: RunQuery): number {
    if (taskID === undefined) return sessionID === undefined ? this.of.run.size : this.#runsOfSession.count(sessionID);
    let count = 0;
    for (const run of sessionID === undefined ? this.of.run.values() : this.#runsOf(sessionID))
      if (run.taskID === taskID) count += 1;
    return count;
  }

  sessionsNewestFirst(): Iterable<StateEntities['session']> {
    return this.#sessions.newestFirst();
  }

  sessionsOldestFirst(): Iterable<StateEntities['session']> {
    return this.#sessions.oldestFirst();
  }

  get unfinishedCount(): number {
    return this.#unfinished.size;
  }

  isUnfinished(runID: string): boolean {
    return this.#unfinished.has(runID);
  }

  /** Oldest first. */
  unfinishedRuns(): readonly RunRecord[] {
    return [...this.#unfinished].flatMap((id) => this.of.run.get(id) ?? []).sort(oldestFirst);
  }

  /** Oldest first. */
  pendingPrompts(): readonly PromptRecord[] {
    return [...this.#pending].flatMap((id) => this.of.prompt.get(id) ?? []).sort(oldestFirst);
  }

  /** True while an unfinished parent run or session may still read the run. */
  isAwaited({ parentID, sessionID }: { readonly parentID: string; readonly sessionID: string }): boolean {
    if (this.#unfinished.has(parentID)) return true;
    const session = this.of.session.get(sessionID);
    return session !== undefined && !TERMINAL_SESSION_STATUSES.has(session.status);
  }

  /** Removes the oldest responses while they have expired. */
  forgetResponses(isExpired: (at: Micros) => boolean): void {
    for (const [id, { at }] of this.of.idempotency) {
      if (!isExpired(at)) return;
      this.remove('idempotency', id);
    }
  }

  /** Removes blueprints that no run or session uses. */
  dropUnusedBlueprints(): void {
    const used = new Set<string>();
    for (const { blueprintID } of this.of.run.values()) used.add(blueprintID);
    for (const { blueprintID } of this.of.session.values()) used.add(blueprintID);
    for (const id of this.of.blueprint.keys()) if (!used.has(id)) this.remove('blueprint', id);
  }

  /** Applies an item of a file. Returns false when the entity that it changes does not exist. */
  apply(item: CheckedItem): boolean {
    if (item[0] === 'put') this.put(item[1], item[2]);
    else if (item[0] === 'patch') return this.#patch(item);
    else if (item[0] === 'remove') this.remove(item[1], item[2]);
    else if (item[0] === 'clear') this.clear(item[1]);
    else this.#addLogs(item[1], item[2]);
    return true;
  }

  #index(kind: EntityKind, entity: Entity, isNew: boolean): void {
    if (kind === 'run') {
      const run = entity as RunRecord;
      if (TERMINAL_RUN_STATUSES.has(run.status)) this.#unfinished.delete(run.id);
      else this.#unfinished.add(run.id);
      if (!isNew) return;
      this.#runs.added(run);
      if (run.sessionID !== '') this.#runsOfSession.add(run.sessionID, run.id);
    } else if (kind === 'session') {
      if (isNew) this.#sessions.added(entity as StateEntities['session']);
    } else if (isOwned(kind)) {
      const owner = ownerOf(kind, entity);
      if (owner !== '') this.#owned[kind].add(owner, entity.id);
      if (kind !== 'prompt') return;
      if (isPending(entity as PromptRecord)) this.#pending.add(entity.id);
      else this.#pending.delete(entity.id);
    }
  }

  #unindex(kind: EntityKind, entity: Entity): void {
    if (kind === 'run') {
      this.#unfinished.delete(entity.id);
      this.#runsOfSession.remove((entity as RunRecord).sessionID, entity.id);
    } else if (isOwned(kind)) {
      this.#owned[kind].remove(ownerOf(kind, entity), entity.id);
      if (kind === 'prompt') this.#pending.delete(entity.id);
    }
  }

  #removeOwned(runID: string): void {
    for (const kind of OWNED) for (const id of this.#owned[kind].of(runID)) this.remove(kind, id);
    this.usage.lines(runID, this.logs(runID), -1);
    this.#logs.delete(runID);
  }

  /** Newest first. */
  #runsOf(sessionID: string): RunRecord[] {
    const runs = this.#runsOfSession.of(sessionID).flatMap((id) => this.of.run.get(id) ?? []);
    return runs.sort((a, b) => oldestFirst(b, a));
  }

  #patch([, kind, id, changed, missing]: Extract<CheckedItem, readonly ['patch', ...unknown[]]>): boolean {
    const before: Entity | undefined = this.of[kind].get(id);
    if (before === undefined) return false;
    this.put(kind, patched(before, changed, missing));
    return true;
  }

  #addLogs(runID: string, lines: readonly LogTuple[]): void {
    if (!this.of.run.has(runID)) return;
    const known = this.logs(runID).length;
    const fresh = known === 0 ? lines : lines.filter(([n]) => n > known);
    if (fresh.length > 0) this.appendLogs(runID, fresh);
  }
}

function isOwned(kind: EntityKind): kind is (typeof OWNED)[number] {
  return kind === 'prompt' || kind === 'display' || kind === 'upload';
}

/**
 * Returns IDs of the oldest finished runs above a maximum, without those that something unfinished still needs.
 * @param atOnce maximum number of IDs
 */
export function expiredRuns(tables: Tables, most: number, atOnce: number): string[] {
  let excess = tables.of.run.size - tables.unfinishedCount - most;
  const ids: string[] = [];
  if (excess <= 0) return ids;
  for (const run of tables.runsOldestFirst()) {
    if (excess === 0 || ids.length === atOnce) break;
    if (tables.isUnfinished(run.id)) continue;
    excess--;
    if (!tables.isAwaited(run)) ids.push(run.id);
  }
  return ids;
}

/**
 * Returns IDs of the sessions to remove. A finished session is kept as long as any of its runs. Of those that never had a
 * run, the same number is kept as of runs.
 * @param touched sessions of runs that were just removed
 */
export function expiredSessions(tables: Tables, most: number, touched: Iterable<string>): string[] {
  const sessions = tables.of.session;
  const isOver = (session: SessionRecord): boolean =>
    TERMINAL_SESSION_STATUSES.has(session.status) &&
    tables.runCount({ sessionID: session.id }) === 0 &&
    !tables.isAwaited({ parentID: session.parentID, sessionID: '' });
  const ids = [...touched].filter((id) => {
    const session = sessions.get(id);
    return session !== undefined && isOver(session);
  });
  if (sessions.size - ids.length <= most) return ids;
  const gone = new Set(ids);
  const withoutRuns = [...tables.sessionsOldestFirst()].filter((session) => !gone.has(session.id) && isOver(session));
  return [...ids, ...withoutRuns.slice(0, Math.max(0, withoutRuns.length - most)).map(({ id }) => id)];
}
