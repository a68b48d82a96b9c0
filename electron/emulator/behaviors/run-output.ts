import { isJsonObject, type Json } from '../../../shared/values/json.ts';
import { parseFiniteJson } from '../../../shared/values/json-problem.ts';
import type { Guard } from './guard.ts';
import { checkOutput, checkPath, quoted, shapeOf } from './json-shape.ts';
import { outputDelay } from './limits.ts';
import { assertPlace, type OutputPath } from './output-path.ts';
import { clearTimeout, setTimeout } from '../timers/timers.ts';

type JsonMap = { [key: string]: Json };
type Container = Json[] | JsonMap;

/** A location in the output with access to its value. */
interface Slot {
  readonly get: () => Json | undefined;
  readonly put: (value: Json) => void;
  /** Characters that a first value adds besides its own: a comma, and a key with its colon. */
  readonly overhead: number;
}

/** The size of a value: characters of its JSON text, number of objects and lists, number of values. */
interface Size {
  readonly characters: number;
  readonly containers: number;
  readonly values: number;
}

/** The size of `[]` and `{}`. */
const EMPTY: Size = { characters: 2, containers: 1, values: 1 };
const NOTHING: Size = { characters: 0, containers: 0, values: 0 };

/** Minimum interval between updates of the run's output, in milliseconds. An output of 10 MB is updated every 5 s, since each update is written to disk. */
const PAUSE = 50;
const CHARACTERS_PER_MILLISECOND = 2000;

/** The output that a run's code builds by changes, published as a whole with debounce. A path that is a text has keys joined by dots. */
export class RunOutput {
  readonly #publish: (output: Json) => void;
  readonly #guard: Guard;
  /** Containers created since the last update, with their lengths. No other code holds them, so they are changed in place. */
  #own = new WeakMap<Container, number>();
  #root: Json | undefined;
  /** The size of the whole output. */
  #size: Size = NOTHING;
  #changed = false;
  #timer: NodeJS.Timeout | undefined;

  /** @param guard wraps the timer of updates */
  constructor(publish: (output: Json) => void, guard: Guard = (work) => work) {
    this.#publish = publish;
    this.#guard = guard;
  }

  /** Sets the value at a path, empty for the whole. Throws when the output exceeds a limit, and `OutputPlaceError`. Returns the milliseconds to wait before more is read. */
  set(path: OutputPath | string, json: string): number {
    return this.#change(path, json, (slot, value, size) => this.#place(slot, value, size));
  }

  /** Appends a value to the list at a path. Throws when the value there is not a list, or when the output exceeds a limit, and `OutputPlaceError`. Returns the milliseconds to wait before more is read. */
  append(path: OutputPath | string, json: string): number {
    if (typeof path !== 'string') assertPlace(this.#root, path, 'append');
    return this.#change(path, json, (slot, value, size) => {
      const list = slot.get() ?? null;
      if (list !== null && !Array.isArray(list))
        throw new Error(
          `cannot append to the output${path === '' ? '' : ` at ${quoted(String(path))}`}: it is not a list`,
        );
      if (list === null) this.#place(slot, [], EMPTY);
      const own = this.#ownList(slot, list ?? []);
      this.#place(itemSlot(own, own.length), value, size);
    });
  }

  /** Publishes pending changes now. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (!this.#changed || this.#root === undefined) return;
    this.#changed = false;
    this.#own = new WeakMap();
    this.#publish(this.#root);
  }

  /** Discards pending changes. */
  drop(): void {
    clearTimeout(this.#timer);
    this.#changed = false;
  }

  #change(path: OutputPath | string, json: string, change: (slot: Slot, value: Json, size: Size) => void): number {
    if (typeof path === 'string') checkPath(path);
    else assertPlace(this.#root, path);
    const keys = typeof path === 'string' ? keysOf(path) : path;
    const shape = shapeOf(json);
    checkOutput(json.length, { ...shape, depth: shape.depth + keys.length });
    // A SyntaxError is the mistake of the run's code.
    const value = parseFiniteJson(json);
    const characters = shape.isCompact ? json.length : JSON.stringify(value).length;
    change(this.#slotAt(keys), value, { ...shape, characters });
    checkOutput(this.#size.characters, { ...this.#size, depth: 0, widest: 0 });
    this.#changed = true;
    // Published even without further changes, so that output set before an endless loop is visible.
    this.#timer ??= setTimeout(
      this.#guard(() => this.flush()),
      PAUSE + this.#size.characters / CHARACTERS_PER_MILLISECOND,
    );
    return outputDelay(json);
  }

  #slotAt(keys: OutputPath): Slot {
    let slot: Slot = { get: () => this.#root, put: (value) => (this.#root = value), overhead: 0 };
    for (const key of keys) {
      const parent = slot.get();
      if (typeof key === 'number') slot = this.#entry(slot, parent, key);
      else slot = Array.isArray(parent) ? this.#item(slot, parent, key) : this.#member(slot, parent, key);
    }
    return slot;
  }

  /** The slot of an index in a list, which is created and filled with nulls as needed. */
  #entry(slot: Slot, parent: Json | undefined, index: number): Slot {
    if (!Array.isArray(parent)) this.#place(slot, [], EMPTY);
    const list = this.#ownList(slot, Array.isArray(parent) ? parent : []);
    this.#fill(list, index);
    return itemSlot(list, index);
  }

  /** Appends nulls up to a length. Throws before it appends any when the output exceeds a limit. */
  #fill(list: Json[], length: number): void {
    const count = length - list.length;
    if (count <= 0) return;
    // Between two items there is a comma.
    const commas = list.length === 0 ? count - 1 : count;
    this.#count({ characters: count * 'null'.length + commas, containers: 0, values: count }, 1);
    checkOutput(this.#size.characters, { ...this.#size, depth: 0, widest: 0 });
    for (let i = 0; i < count; i++) list.push(null);
  }

  #item(slot: Slot, list: Json[], key: string): Slot {
    const index = /^\d{1,9}$/.test(key) ? Number(key) : -1;
    if (index < 0 || index > list.length)
      throw new Error(`cannot set ${quoted(key)} of a list of ${list.length} in the output`);
    return itemSlot(this.#ownList(slot, list), index);
  }

  #member(slot: Slot, parent: Json | undefined, key: string): Slot {
    if (!isJsonObject(parent)) this.#place(slot, {}, EMPTY);
    const object = this.#ownObject(slot, isJsonObject(parent) ? parent : {});
    const length = this.#own.get(object) ?? 0;
    return {
      get: () => (Object.hasOwn(object, key) ? object[key] : undefined),
      put: (value) => {
        if (!Object.hasOwn(object, key)) this.#own.set(object, length + 1);
        checkOutput(0, { ...NOTHING, depth: 0, widest: this.#own.get(object) ?? 0 });
        // Not an assignment: a key may be `__proto__`.
        Object.defineProperty(object, key, { value, enumerable: true, writable: true, configurable: true });
      },
      overhead: JSON.stringify(key).length + (length === 0 ? 1 : 2),
    };
  }

  /** Replaces a value and updates the size, so that no change has to measure the whole output. */
  #place(slot: Slot, value: Json, size: Size): void {
    const old = slot.get();
    if (old === undefined) this.#count({ ...NOTHING, characters: slot.overhead }, 1);
    else if (old === this.#root) this.#size = NOTHING;
    else this.#count(sizeOf(old), -1);
    this.#count(size, 1);
    slot.put(value);
  }

  #count({ characters, containers, values }: Size, sign: 1 | -1): void {
    this.#size = {
      characters: this.#size.characters + sign * characters,
      containers: this.#size.containers + sign * containers,
      values: this.#size.values + sign * values,
    };
  }

  #ownList(slot: Slot, list: Json[]): Json[] {
    if (this.#own.has(list)) return list;
    const copy = [...list];
    this.#own.set(copy, copy.length);
    slot.put(copy);
    return copy;
  }

  #ownObject(slot: Slot, object: JsonMap): JsonMap {
    if (this.#own.has(object)) return object;
    const copy = { ...object };
    this.#own.set(copy, Object.keys(copy).length);
    slot.put(copy);
    return copy;
  }
}

function keysOf(path: string): readonly string[] {
  return path === '' ? [] : path.split('.');
}

function sizeOf(value: Json): Size {
  const json = JSON.stringify(value);
  return { ...shapeOf(json), characters: json.length };
}

function itemSlot(list: Json[], index: number): Slot {
  return { get: () => list[index], put: (value) => (list[index] = value), overhead: list.length === 0 ? 0 : 1 };
}
