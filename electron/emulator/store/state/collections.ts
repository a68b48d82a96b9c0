import type { SessionRecord } from '../../engine/records.ts';
import { OrderedList, type Ordered } from './ordered-list.ts';

/** Entities of one kind in memory. */
export interface Collection<T> {
  get(id: string): T | undefined;
  put(entity: T): void;
  remove(id: string): void;
  clear(): void;
  values(): Iterable<T>;
}

/** Entities with look-up by ID only. */
export class PlainCollection<T extends { readonly id: string }> implements Collection<T> {
  protected readonly byId = new Map<string, T>();

  get(id: string): T | undefined {
    return this.byId.get(id);
  }

  put(entity: T): void {
    this.byId.set(entity.id, entity);
  }

  remove(id: string): void {
    this.byId.delete(id);
  }

  clear(): void {
    this.byId.clear();
  }

  values(): Iterable<T> {
    return this.byId.values();
  }
}

/** Sessions, by ID and by creation. */
export class SessionCollection implements Collection<SessionRecord> {
  readonly #byId = new Map<string, { record: SessionRecord; isRemoved: boolean } & Ordered>();
  #list = new OrderedList<{ record: SessionRecord; isRemoved: boolean } & Ordered>();

  get size(): number {
    return this.#byId.size;
  }

  get(id: string): SessionRecord | undefined {
    return this.#byId.get(id)?.record;
  }

  put(record: SessionRecord): void {
    const node = this.#byId.get(record.id);
    if (node !== undefined) {
      node.record = record;
      return;
    }
    const added = { id: record.id, createdAt: record.createdAt, record, isRemoved: false };
    this.#byId.set(record.id, added);
    this.#list.add(added);
  }

  remove(id: string): void {
    const node = this.#byId.get(id);
    if (node === undefined) return;
    node.isRemoved = true;
    this.#byId.delete(id);
    this.#list.noteRemoved();
  }

  clear(): void {
    this.#byId.clear();
    this.#list = new OrderedList();
  }

  *values(): Generator<SessionRecord, void, undefined> {
    for (const { record } of this.#list.oldestFirst()) yield record;
  }

  *newestFirst(): Generator<SessionRecord, void, undefined> {
    for (const { record } of this.#list.newestFirst()) yield record;
  }
}

/** Entities that are removed with their run, by ID and by run. */
export class OwnedCollection<T extends { readonly id: string }> extends PlainCollection<T> {
  readonly #byRun = new Map<string, Set<string>>();
  readonly #runOf: (entity: T) => string | undefined;

  /** @param runOf returns the ID of the run; `undefined` for an entity without one */
  constructor(runOf: (entity: T) => string | undefined) {
    super();
    this.#runOf = runOf;
  }

  override put(entity: T): void {
    super.put(entity);
    const runID = this.#runOf(entity);
    if (runID === undefined) return;
    const known = this.#byRun.get(runID);
    if (known === undefined) this.#byRun.set(runID, new Set([entity.id]));
    else known.add(entity.id);
  }

  override remove(id: string): void {
    const entity = this.get(id);
    super.remove(id);
    const runID = entity === undefined ? undefined : this.#runOf(entity);
    if (runID === undefined) return;
    const ids = this.#byRun.get(runID);
    ids?.delete(id);
    if (ids?.size === 0) this.#byRun.delete(runID);
  }

  override clear(): void {
    super.clear();
    this.#byRun.clear();
  }

  /** IDs of the entities of a run. */
  idsOf(runID: string): readonly string[] {
    return [...(this.#byRun.get(runID) ?? [])];
  }
}

/** Compares by creation, then by ID. */
export function oldestFirst(a: Ordering, b: Ordering): number {
  return a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1);
}
type Ordering = Pick<Ordered, 'id' | 'createdAt'>;
