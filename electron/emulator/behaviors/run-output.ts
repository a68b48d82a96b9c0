import type { Json } from '../../../shared/values/json.ts';
import type { Guard } from './guard.ts';
import { checkOutput, checkPath, quoted, shapeOf } from './json-shape.ts';
import { outputDelay } from './limits.ts';
import { isJsonObject } from '../../../shared/values/json.ts';

type JsonMap = { [key: string]: Json };
type Container = Json[] | JsonMap;

/** A place of the output that a value is read from and put into. */
interface Slot {
  readonly get: () => Json | undefined;
  readonly put: (value: Json) => void;
  /** Characters that a first value adds beside its own: a comma, and a key with its colon. */
  readonly overhead: number;
}

/** The size of a value: characters of its JSON text, objects and lists, values. */
interface Size {
  readonly characters: number;
  readonly containers: number;
  readonly values: number;
}

/** Of `[]` and `{}`. */
const EMPTY: Size = { characters: 2, containers: 1, values: 1 };
const NOTHING: Size = { characters: 0, containers: 0, values: 0 };

/** Milliseconds between two hand-overs of a small output; one of 10 MB waits for 5 s, since each is written to disk. */
const PAUSE = 50;
const CHARACTERS_PER_MILLISECOND = 2000;

/** An output that a run's code builds piece by piece, handed over now and then, whole. Paths are keys with dots between. */
export class RunOutput {
  readonly #handOver: (output: Json) => void;
  readonly #guard: Guard;
  /** Containers made since the last hand-over, with their lengths: nobody else holds them, so they may be changed in place. */
  #own = new WeakMap<Container, number>();
  #root: Json | undefined;
  /** The size of the whole. */
  #size: Size = NOTHING;
  #changed = false;
  #timer: NodeJS.Timeout | undefined;

  /** @param guard wraps the timer that hands over */
  constructor(handOver: (output: Json) => void, guard: Guard = (work) => work) {
    this.#handOver = handOver;
    this.#guard = guard;
  }

  /** Sets the value at the path, "" being the whole. Throws when the output passes a limit. Gives the milliseconds to wait before more is taken. */
  set(path: string, json: string): number {
    return this.#change(path, json, (slot, value, size) => this.#place(slot, value, size));
  }

  /** Adds a value to the list at the path. Throws when something else than a list is there, or when the output passes a limit. Gives the milliseconds to wait before more is taken. */
  append(path: string, json: string): number {
    return this.#change(path, json, (slot, value, size) => {
      const list = slot.get() ?? null;
      if (list !== null && !Array.isArray(list))
        throw new Error(`cannot append to the output${path === '' ? '' : ` at ${quoted(path)}`}: it is not a list`);
      if (list === null) this.#place(slot, [], EMPTY);
      const own = this.#ownList(slot, list ?? []);
      this.#place(itemSlot(own, own.length), value, size);
    });
  }

  /** Hands over what has changed, now. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (!this.#changed || this.#root === undefined) return;
    this.#changed = false;
    this.#own = new WeakMap();
    this.#handOver(this.#root);
  }

  /** Forgets what has not been handed over. */
  drop(): void {
    clearTimeout(this.#timer);
    this.#changed = false;
  }

  #change(path: string, json: string, change: (slot: Slot, value: Json, size: Size) => void): number {
    checkPath(path);
    const keys = path === '' ? [] : path.split('.');
    const shape = shapeOf(json);
    checkOutput(json.length, { ...shape, depth: shape.depth + keys.length });
    // The text comes from code that has been asked for JSON; anything else it wrote is its mistake.
    const value = JSON.parse(json) as Json;
    const characters = shape.isCompact ? json.length : JSON.stringify(value).length;
    change(this.#slotAt(keys), value, { ...shape, characters });
    checkOutput(this.#size.characters, { ...this.#size, depth: 0, widest: 0 });
    this.#changed = true;
    // The first is handed over soon, so that what was set before an endless loop is seen.
    this.#timer ??= setTimeout(
      this.#guard(() => this.flush()),
      PAUSE + this.#size.characters / CHARACTERS_PER_MILLISECOND,
    );
    return outputDelay(json);
  }

  #slotAt(keys: readonly string[]): Slot {
    let slot: Slot = { get: () => this.#root, put: (value) => (this.#root = value), overhead: 0 };
    for (const key of keys) {
      const parent = slot.get();
      slot = Array.isArray(parent) ? this.#item(slot, parent, key) : this.#member(slot, parent, key);
    }
    return slot;
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

  /** Puts a value in the place of another, and keeps count: no change has to measure the whole. */
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

function sizeOf(value: Json): Size {
  const json = JSON.stringify(value);
  return { ...shapeOf(json), characters: json.length };
}

function itemSlot(list: Json[], index: number): Slot {
  return { get: () => list[index], put: (value) => (list[index] = value), overhead: list.length === 0 ? 0 : 1 };
}
