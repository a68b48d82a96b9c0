/** The fields that an order compares. */
interface Created {
  readonly id: string;
  readonly createdAt: number;
}

/** Compares by creation, then by ID. */
export function oldestFirst(a: Created, b: Created): number {
  return a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1);
}

/** The order of the entities of a map by creation, ties by ID. */
export class CreationOrder<T extends Created> {
  readonly #entities: ReadonlyMap<string, T>;
  /** IDs in order, also those of entities that were removed; undefined when they must be sorted again. */
  #ids: string[] | undefined;
  /** Number of IDs at the beginning whose entities were removed: retention removes the oldest. */
  #removed = 0;

  constructor(entities: ReadonlyMap<string, T>) {
    this.#entities = entities;
  }

  /** Call when an entity was added to the map. One that was removed before has the same time as then. */
  added(entity: T): void {
    const ids = this.#ids;
    if (ids === undefined) return;
    const last = this.#entities.get(ids[ids.length - 1] ?? '');
    if (last === undefined ? ids.length > 0 : oldestFirst(last, entity) > 0) this.#ids = undefined;
    else ids.push(entity.id);
  }

  /** Call when the map was emptied. */
  cleared(): void {
    [this.#ids, this.#removed] = [[], 0];
  }

  /** The entities as they are when they are reached, without those that are gone by then. */
  *oldestFirst(): Generator<T, void, undefined> {
    const ids = this.#sorted();
    for (let i = this.#removed; i < ids.length; i++) {
      const entity = this.#entities.get(ids[i] ?? '');
      if (entity !== undefined) yield entity;
    }
  }

  /** The same in reverse. */
  *newestFirst(): Generator<T, void, undefined> {
    const [ids, removed] = [this.#sorted(), this.#removed];
    for (let i = ids.length - 1; i >= removed; i--) {
      const entity = this.#entities.get(ids[i] ?? '');
      if (entity !== undefined) yield entity;
    }
  }

  /** Makes a new list where one is due, so that running iterations are not disturbed. */
  #sorted(): readonly string[] {
    const entities = this.#entities;
    let ids = this.#ids;
    // Half of the IDs may be those of removed entities.
    if (ids === undefined || ids.length > 2 * entities.size) {
      ids = ids?.filter((id) => entities.has(id)) ?? [...entities.values()].sort(oldestFirst).map(({ id }) => id);
      [this.#ids, this.#removed] = [ids, 0];
    }
    while (this.#removed < ids.length && !entities.has(ids[this.#removed] ?? '')) this.#removed += 1;
    return ids;
  }
}

const NO_IDS: readonly string[] = [];

/** IDs of entities by the run or session that they belong to. */
export class IdsByOwner {
  readonly #ids = new Map<string, Set<string>>();

  add(owner: string, id: string): void {
    const known = this.#ids.get(owner);
    if (known === undefined) this.#ids.set(owner, new Set([id]));
    else known.add(id);
  }

  remove(owner: string, id: string): void {
    const known = this.#ids.get(owner);
    known?.delete(id);
    if (known?.size === 0) this.#ids.delete(owner);
  }

  clear(): void {
    this.#ids.clear();
  }

  /** The IDs at this moment. */
  of(owner: string): readonly string[] {
    const known = this.#ids.get(owner);
    return known === undefined ? NO_IDS : [...known];
  }

  count(owner: string): number {
    return this.#ids.get(owner)?.size ?? 0;
  }
}
