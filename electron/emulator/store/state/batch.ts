import type { EntityKind, LogLine } from '../../engine/records.ts';
import { differenceItem, ENTITY_KINDS, toTuple, type Entity, type Item } from './items.ts';

/** Characters of the items of one line, when they are written in several. */
const LINE = 128 * 1024;

/** Items for line after line of a journal. */
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
 * What happened in this turn, and has not been written: which entities, and what each was when it was written last. What is
 * written in the end is what they are then, however often they changed.
 */
export class Batch {
  readonly #before = new Map<EntityKind, Map<string, Entity | undefined>>(
    ENTITY_KINDS.map((kind) => [kind, new Map()]),
  );
  readonly #logs = new Map<string, LogLine[]>();
  #removed: Extract<Item, readonly ['remove', ...unknown[]]>[] = [];
  readonly #cleared = new Set<EntityKind>();

  /** Whether an entity was touched. */
  has(kind: EntityKind, id: string): boolean {
    return this.#before.get(kind)?.has(id) === true;
  }

  /** To be called before an entity changes for the first time, with what it is. */
  touch(kind: EntityKind, id: string, now: Entity | undefined): void {
    this.#before.get(kind)?.set(id, now);
  }

  appendLogs(runID: string, lines: readonly LogLine[]): void {
    const known = this.#logs.get(runID);
    if (known === undefined) this.#logs.set(runID, [...lines]);
    else for (const line of lines) known.push(line);
  }

  /** To be called when an entity was removed. */
  remove(kind: EntityKind, id: string): void {
    this.#before.get(kind)?.set(id, undefined);
    this.#removed.push(['remove', kind, id]);
    if (kind === 'run') this.#logs.delete(id);
  }

  /** A prompt that goes with its run. */
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
   * The items to write, each as JSON, given what each entity is now. `remember` is told of each run that is written whole.
   * Of a batch that is held, nothing may change while this goes on.
   */
  *items(
    current: (kind: EntityKind, id: string) => Entity | undefined,
    remember: (runID: string, json: string) => void,
  ): Generator<string, void, undefined> {
    const cleared: Item[] = this.#cleared.size === 0 ? [] : [['clear', [...this.#cleared]]];
    for (const item of [...cleared, ...this.#removed]) yield JSON.stringify(item);
    for (const [kind, entities] of this.#before) {
      for (const [id, before] of entities) {
        const now = current(kind, id);
        // What is no longer there was removed or cleared, which is said already, or is over.
        const item = now === undefined ? null : differenceItem(kind, before, now);
        if (item?.[0] === 'put' && kind === 'run') {
          const json = JSON.stringify(item[2]);
          remember(id, json);
          yield `["put","run",${json}]`;
        } else if (item !== null) yield JSON.stringify(item);
      }
    }
    for (const [runID, lines] of this.#logs) yield JSON.stringify(['logs', runID, lines.map(toTuple)] satisfies Item);
  }
}
