import type { Micros } from '../../../../shared/values/timestamp.ts';
import type { DisplayRecord, IdempotencyRecord, SessionRecord } from '../../engine/records.ts';
import { parseOwnJson } from '../../../../shared/values/json.ts';
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

/** A stored response: a record, or its JSON once it is written. */
interface KeptResponse {
  readonly at: Micros;
  content: IdempotencyRecord | string;
}

/**
 * Stored responses for idempotency keys, oldest first. There may be hundreds of thousands, few of which are asked for again:
 * as JSON they take half of the memory, and a snapshot need not serialise them again.
 */
export class IdempotencyCollection implements Collection<IdempotencyRecord> {
  readonly #byId = new Map<string, KeptResponse>();

  get(id: string): IdempotencyRecord | undefined {
    const kept = this.#byId.get(id);
    return kept === undefined ? undefined : recordOf(kept);
  }

  put(record: IdempotencyRecord): void {
    // Re-inserted at the end, so that the oldest come first.
    this.#byId.delete(record.id);
    this.#byId.set(record.id, { at: record.at, content: record });
  }

  remove(id: string): void {
    this.#byId.delete(id);
  }

  clear(): void {
    this.#byId.clear();
  }

  *values(): Generator<IdempotencyRecord, void, undefined> {
    for (const kept of this.#byId.values()) yield recordOf(kept);
  }

  /** Keeps a response as its JSON. */
  cacheJson(id: string, json: string): void {
    const kept = this.#byId.get(id);
    if (kept !== undefined) kept.content = json;
  }

  /** The responses as they are kept. */
  contents(): (IdempotencyRecord | string)[] {
    return Array.from(this.#byId.values(), ({ content }) => content);
  }

  /** Removes the oldest records while they have expired. */
  removeExpired(isExpired: (at: Micros) => boolean): void {
    for (const [id, { at }] of this.#byId) {
      if (!isExpired(at)) return;
      this.#byId.delete(id);
    }
  }
}

function recordOf({ content }: KeptResponse): IdempotencyRecord {
  return typeof content === 'string' ? parseOwnJson<IdempotencyRecord>(content) : content;
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
