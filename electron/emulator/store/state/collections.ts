import type { DisplayRecord, SessionRecord } from '../../engine/records.ts';
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

/** Displays, by ID and by run. */
export class DisplayCollection extends PlainCollection<DisplayRecord> {
  readonly #byRun = new Map<string, Set<string>>();

  override put(display: DisplayRecord): void {
    super.put(display);
    const known = this.#byRun.get(display.runID);
    if (known === undefined) this.#byRun.set(display.runID, new Set([display.id]));
    else known.add(display.id);
  }

  override remove(id: string): void {
    this.#byRun.get(this.get(id)?.runID ?? '')?.delete(id);
    super.remove(id);
  }

  override clear(): void {
    super.clear();
    this.#byRun.clear();
  }

  /** Removes the displays of a run. */
  removeOf(runID: string): void {
    for (const id of this.#byRun.get(runID) ?? []) super.remove(id);
    this.#byRun.delete(runID);
  }
}

/** Compares by creation, then by ID. */
export function oldestFirst(a: Ordering, b: Ordering): number {
  return a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1);
}
type Ordering = Pick<Ordered, 'id' | 'createdAt'>;
