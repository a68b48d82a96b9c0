import { EvaluationError } from './expression-error.ts';
import { Pattern } from './regex.ts';
import type { Meter } from './meter.ts';

/** A method of a kind of value. Methods can be called, but are never values of an expression. */
export type Method<Self> = (self: Self, args: readonly unknown[], meter: Meter) => unknown;

/** Implementation of a callable value. */
export type Call = (args: readonly unknown[], meter: Meter) => unknown;
/** An object of an expression. */
type PlainRecord = Readonly<Record<string, unknown>>;

const NO_MEMBERS: ReadonlyMap<string, unknown> = new Map();

/**
 * A function of an expression: an arrow function or a built-in. Native functions are never values of an expression, so no value
 * leads to `Function` and out of the sandbox.
 */
export class Callable {
  readonly name: string;
  readonly call: Call | null;
  readonly members: ReadonlyMap<string, unknown>;
  readonly construct: Call | null;

  constructor(name: string, call: Call | null, members = NO_MEMBERS, construct: Call | null = null) {
    this.name = name;
    this.call = call;
    this.members = members;
    this.construct = construct;
  }

  invoke(args: readonly unknown[], meter: Meter): unknown {
    if (this.call === null) {
      throw new EvaluationError(
        `“${this.name}” is not a function${this.construct ? `; write new ${this.name}(…)` : ''}`,
      );
    }
    return this.call(args, meter);
  }
}

/** True for an object with named fields: no list, date or other special kind. */
export function isRecord(value: unknown): value is PlainRecord {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === Object.prototype || prototype === null) return true;
  return !Array.isArray(value) && !isSpecial(value);
}

function isSpecial(value: object): boolean {
  return (
    value instanceof Callable ||
    value instanceof Pattern ||
    value instanceof Date ||
    value instanceof Map ||
    value instanceof Set
  );
}

/** True for a list. */
export function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

/** Describes a value for messages. */
export function describe(value: unknown): string {
  if (value === null || value === undefined || typeof value === 'boolean') return String(value);
  if (typeof value === 'number') return `the number ${value}`;
  if (typeof value === 'string') return 'a text';
  if (isList(value)) return 'a list';
  if (value instanceof Date) return 'a date';
  if (value instanceof Callable || typeof value === 'function') return 'a function';
  if (value instanceof Pattern) return 'a regular expression';
  return value instanceof Map ? 'a Map' : value instanceof Set ? 'a Set' : 'an object';
}

/** JavaScript's `String(value)`, without running code of the value, and within the budget. */
export function toText(value: unknown, meter: Meter): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return typeof value === 'function' ? 'function' : String(value);
  if (isList(value)) return joined(value, ',', meter);
  if (value instanceof Date || value instanceof Pattern) return value.toString();
  return value instanceof Callable ? `function ${value.name}` : '[object Object]';
}

/** `list.join(separator)`, counted while it grows: lists may hold the same list many times over. */
export function joined(list: readonly unknown[], separator: string, meter: Meter): string {
  const parts: string[] = [];
  let length = 0;
  for (const item of list) {
    const part = item === null || item === undefined ? '' : toText(item, meter);
    length += part.length + separator.length;
    meter.spend(1);
    if (length > 1_000) meter.text(part.length + separator.length);
    parts.push(part);
  }
  meter.text(length);
  return parts.join(separator);
}

/** JavaScript's `Number(value)`. */
export function toNumber(value: unknown, meter: Meter): number {
  if (typeof value === 'number') return value;
  if (value instanceof Date) return value.getTime();
  const primitive = typeof value === 'object' && value !== null ? toText(value, meter) : value;
  if (typeof primitive === 'string') meter.spend(primitive.length >>> 5);
  return Number(primitive);
}

/** JavaScript's `Number(value)` of an argument; undefined when it is absent. */
export function optionalNumber(value: unknown, meter: Meter): number | undefined {
  return value === undefined ? undefined : toNumber(value, meter);
}

/** Counts the comparison of two values: texts are read as far as they are equal. */
export function compared(left: unknown, right: unknown, meter: Meter): void {
  if (typeof left === 'string' && typeof right === 'string') meter.spend(Math.min(left.length, right.length) >>> 8);
}

/** Counts a look-up or insertion in a Map or a Set, which compares texts. */
export function lookedUp<Key>(key: Key, meter: Meter): Key {
  compared(key, key, meter);
  return key;
}

/** Converts an operand to a primitive: dates to texts for `+` and to numbers otherwise, other objects to texts. */
export function toPrimitive(value: unknown, meter: Meter, hint: 'text' | 'number'): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return value instanceof Date && hint === 'number' ? value.getTime() : toText(value, meter);
}

/** Counts a list that is made, or read as a whole. */
export function countedList(list: readonly unknown[], meter: Meter): readonly unknown[] {
  meter.list(list.length);
  return list;
}

/** The items of a spread value: a list, a text, a Map or a Set. */
export function itemsOf(value: unknown, meter: Meter): readonly unknown[] {
  if (isList(value)) return value;
  if (typeof value === 'string') {
    meter.list(value.length);
    return Array.from(value);
  }
  if (value instanceof Map || value instanceof Set) {
    meter.list(value.size);
    return Array.from<unknown>(value);
  }
  throw new EvaluationError(`${describe(value)} is not a list`);
}

/** The function in an argument, for native methods; counts every call. */
export function callback(value: unknown, meter: Meter): (...args: unknown[]) => unknown {
  if (!(value instanceof Callable)) throw new EvaluationError(`a function is expected here, not ${describe(value)}`);
  return (...args) => {
    meter.spend(1);
    return value.invoke(args, meter);
  };
}

/** Sets a field of a new object; assigning `__proto__` would change the object instead. */
export function setField(target: Record<string, unknown>, key: string, value: unknown): void {
  if (key === '__proto__') throw new EvaluationError('“__proto__” cannot be used as a name');
  target[key] = value;
}
