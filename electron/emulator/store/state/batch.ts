import type { EntityKind, LogLine } from '../../engine/records.ts';
import { differenceItem, ENTITY_KINDS, putJson, toTuple, type Entity, type Item } from './items.ts';

/** Approximate number of characters per line when items are written in several lines. */
const LINE = 128 * 1024;

/** Groups items into lines of a journal. */
export function* inLines(items: Iterable<string>): Generator<string[], void, undefined> {
  let line: string[] = [];
  let length = 0;
  for (const item of items) {
    line.push(item);
    length += item.length;
    if (length < LINE) continue;
    yield line;
    [line, length] = [[], 0];
  }
  if (line.length > 0) yield line;
}

/**
 * Unwritten changes of the current turn: the affected entities with their last written value. Each is written once with its
 * final value, however often it changed.
 */
export class Batch {
  readonly #before = new Map<EntityKind, Map<string, Entity | undefined>>();
  readonly #logs = new Map<string, LogLine[]>();
  #removed: Extract<Item, readonly ['remove', ...unknown[]]>[] = [];
  readonly #cleared = new Set<EntityKind>();

  has(kind: EntityKind, id: string): boolean {
    return this.#before.get(kind)?.has(id) === true;
  }

  /** Records the value of an entity before its first change in the turn. */
  touch(kind: EntityKind, id: string, now: Entity | undefined): void {
    const known = this.#before.get(kind);
    if (known === undefined) this.#before.set(kind, new Map([[id, now]]));
    else known.set(id, now);
  }

  appendLogs(runID: string, lines: readonly LogLine[]): void {
    const known = this.#logs.get(runID);
    if (known === undefined) this.#logs.set(runID, [...lines]);
    else for (const line of lines) known.push(line);
  }

  /** Records a removal. */
  remove(kind: EntityKind, id: string): void {
    this.touch(kind, id, undefined);
    this.#removed.push(['remove', kind, id]);
    if (kind === 'run') this.#logs.delete(id);
  }

  /** Drops a prompt that is removed together with its run. */
  forget(promptID: string): void {
    this.#before.get('prompt')?.delete(promptID);
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
   * Yields the items to write, as JSON. The batch must not change in the meantime.
   * @param current returns the current value of an entity
   * @param cacheJson called for each entity that is written as a whole
   */
  *items(
    current: (kind: EntityKind, id: string) => Entity | undefined,
    cacheJson: (kind: EntityKind, id: string, json: string) => void,
  ): Generator<string, void, undefined> {
    const cleared: Item[] = this.#cleared.size === 0 ? [] : [['clear', [...this.#cleared]]];
    for (const item of [...cleared, ...this.#removed]) yield JSON.stringify(item);
    for (const kind of ENTITY_KINDS) {
      for (const [id, before] of this.#before.get(kind) ?? []) {
        const now = current(kind, id);
        // Entities that no longer exist were removed or cleared (already written), or have expired.
        const item = now === undefined ? null : differenceItem(kind, before, now);
        if (item?.[0] === 'put') {
          const json = JSON.stringify(item[2]);
          cacheJson(kind, id, json);
          yield putJson(kind, json);
        } else if (item !== null) yield JSON.stringify(item);
      }
    }
    for (const [runID, lines] of this.#logs) yield JSON.stringify(['logs', runID, lines.map(toTuple)] satisfies Item);
  }
}
