import type { Json } from '../../shared/model/json.ts';

/** The largest output of a run's code, in characters of its JSON text. */
export const MAX_OUTPUT_CHARACTERS = 10_000_000;

/** Says how much JSON there is and how much there may be. */
export function tooLarge(characters: number): string {
  return `the output is too large: ${(characters / 1_000_000).toFixed(1)} MB of JSON, and at most ${MAX_OUTPUT_CHARACTERS / 1_000_000} MB are kept`;
}

type Container = Json[] | { [key: string]: Json };

/** Milliseconds between two hand-overs of a small output; one of 10 MB waits for 5 s, since each is written to disk. */
const PAUSE = 50;
const CHARACTERS_PER_MILLISECOND = 2000;

/** An output that a run's code builds piece by piece, handed over now and then, whole. Paths are keys with dots between. */
export class RunOutput {
  readonly #handOver: (output: Json) => void;
  /** Containers made since the last hand-over: nobody else holds them, so they may be changed in place. */
  #own = new WeakSet<Container>();
  #root: Json | undefined;
  /** An upper bound of the characters of the whole. */
  #characters = 0;
  #changed = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(handOver: (output: Json) => void) {
    this.#handOver = handOver;
  }

  /** Sets the value at the path, "" being the whole. Throws when the output grows too large. */
  set(path: string, json: string): void {
    const value = parse(json);
    if (path === '') {
      this.#root = value;
      this.#characters = 0;
    } else {
      this.#root = this.#withValue(this.#root, path.split('.'), () => value);
    }
    this.#count(path, json);
  }

  /** Adds a value to the list at the path. Throws when something else than a list is there, or when the output grows too large. */
  append(path: string, json: string): void {
    const value = parse(json);
    const add = (list: Json | undefined) => {
      if (list !== undefined && list !== null && !Array.isArray(list))
        throw new Error(`cannot append to the output${path === '' ? '' : ` at "${path}"`}: it is not a list`);
      const own = this.#ownList(list ?? []);
      own.push(value);
      return own;
    };
    this.#root = path === '' ? add(this.#root) : this.#withValue(this.#root, path.split('.'), add);
    this.#count(path, json);
  }

  /** Hands over what has changed, now. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (!this.#changed || this.#root === undefined) return;
    this.#changed = false;
    this.#own = new WeakSet();
    this.#handOver(this.#root);
  }

  /** Forgets what has not been handed over. */
  drop(): void {
    clearTimeout(this.#timer);
    this.#changed = false;
  }

  #count(path: string, json: string): void {
    this.#characters += path.length + json.length;
    if (this.#characters > MAX_OUTPUT_CHARACTERS) this.#characters = JSON.stringify(this.#root).length;
    if (this.#characters > MAX_OUTPUT_CHARACTERS) throw new Error(tooLarge(this.#characters));
    this.#changed = true;
    if (this.#timer !== undefined) return;
    // The first is handed over soon, so that what was set before an endless loop is seen.
    this.#timer = setTimeout(() => this.flush(), PAUSE + this.#characters / CHARACTERS_PER_MILLISECOND);
  }

  #withValue(parent: Json | undefined, keys: readonly string[], change: (value: Json | undefined) => Json): Json {
    const [key, ...rest] = keys;
    if (key === undefined) return change(parent);
    if (Array.isArray(parent)) return this.#withItem(parent, key, rest, change);
    const object = this.#ownObject(isObject(parent) ? parent : {});
    const value = this.#withValue(Object.hasOwn(object, key) ? object[key] : undefined, rest, change);
    // Not an assignment: a key may be `__proto__`.
    Object.defineProperty(object, key, { value, enumerable: true, writable: true, configurable: true });
    return object;
  }

  #withItem(list: Json[], key: string, rest: readonly string[], change: (value: Json | undefined) => Json): Json {
    const index = /^\d{1,9}$/.test(key) ? Number(key) : -1;
    if (index < 0 || index > list.length)
      throw new Error(`cannot set "${key}" of a list of ${list.length} in the output`);
    const own = this.#ownList(list);
    own[index] = this.#withValue(list[index], rest, change);
    return own;
  }

  #ownList(list: Json[]): Json[] {
    if (this.#own.has(list)) return list;
    const copy = [...list];
    this.#own.add(copy);
    return copy;
  }

  #ownObject(object: { [key: string]: Json }): { [key: string]: Json } {
    if (this.#own.has(object)) return object;
    const copy = { ...object };
    this.#own.add(copy);
    return copy;
  }
}

/** The text comes from code that has been asked for JSON; anything else it wrote is its mistake. */
function parse(json: string): Json {
  return JSON.parse(json) as Json;
}

function isObject(value: Json | undefined): value is { [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
