import type { EntityKind } from '../../engine/context/records.ts';
import { differenceItem, ENTITY_KINDS, type Entity, type Item, type LogTuple } from './items.ts';

/**
 * Unwritten changes of the current turn: the affected entities with their last written value. Each is written once with its
 * final value, however often it changed.
 */
export class Batch {
  readonly #before = new Map<EntityKind, Map<string, Entity | undefined>>();
  readonly #logs = new Map<string, LogTuple[]>();
  #removed: Extract<Item, readonly ['remove', ...unknown[]]>[] = [];
  readonly #cleared = new Set<EntityKind>();

  /** Records the value of an entity before its first change in the turn. */
  touch(kind: EntityKind, id: string, now: Entity | undefined): void {
    const known = this.#before.get(kind);
    if (known === undefined) this.#before.set(kind, new Map([[id, now]]));
    else if (!known.has(id)) known.set(id, now);
  }

  appendLogs(runID: string, lines: readonly LogTuple[]): void {
    const known = this.#logs.get(runID);
    if (known === undefined) this.#logs.set(runID, [...lines]);
    else for (const line of lines) known.push(line);
  }

  /** Drops the changes of an entity that is removed, together with its run perhaps. */
  forget(kind: EntityKind, id: string): void {
    this.#before.get(kind)?.delete(id);
  }

  /** Records a removal. Removing a run removes what belongs to it. */
  remove(kind: EntityKind, id: string): void {
    this.forget(kind, id);
    this.touch(kind, id, undefined);
    this.#removed.push(['remove', kind, id]);
    if (kind === 'run') this.#logs.delete(id);
  }

  clear(kinds: readonly EntityKind[]): void {
    for (const kind of kinds) {
      this.#before.get(kind)?.clear();
      this.#cleared.add(kind);
      this.#removed = this.#removed.filter((item) => item[1] !== kind);
    }
    if (kinds.includes('run')) this.#logs.clear();
  }

  /**
   * The items to write, as JSON.
   * @param current returns the current value of an entity
   * @param areWhole true to write changed entities as a whole, for a file that may lack their earlier values
   */
  items(current: (kind: EntityKind, id: string) => Entity | undefined, areWhole: boolean): string[] {
    const items: Item[] = this.#cleared.size === 0 ? [] : [['clear', [...this.#cleared]]];
    items.push(...this.#removed);
    for (const kind of ENTITY_KINDS) {
      for (const [id, before] of this.#before.get(kind) ?? []) {
        const now = current(kind, id);
        // Entities that no longer exist were removed or cleared, with their run perhaps, or have expired.
        const item = now === undefined ? null : differenceItem(kind, areWhole ? undefined : before, now);
        if (item !== null) items.push(item);
      }
    }
    for (const [runID, lines] of this.#logs) items.push(['logs', runID, lines]);
    return items.map((item) => JSON.stringify(item));
  }
}
