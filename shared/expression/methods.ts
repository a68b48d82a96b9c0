import { EvaluationError } from './expression-error.ts';
import { LIST_CHANGES, listMethods } from './list-methods.ts';
import { Pattern } from './regex.ts';
import type { Meter } from './meter.ts';
import { textMethods, localeArguments, looking } from './text-methods.ts';
import {
  Callable,
  type Method,
  describe,
  isList,
  isRecord,
  toText,
  callback,
  countedList,
  lookedUp,
  optionalNumber,
  toNumber,
} from './values.ts';
import { exec, test } from './regex-operations.ts';

/** Names of JavaScript's internals, refused in reads, calls and writes. */
const REFUSED = new Set(['constructor', '__proto__', 'prototype']);
const REFUSED_UNLESS_OWN = new Set([
  '__defineGetter__',
  '__defineSetter__',
  '__lookupGetter__',
  '__lookupSetter__',
  'caller',
  'callee',
  'arguments',
]);

/** The error message for a refused name; undefined for any other. */
export function refusal(key: string): string | undefined {
  return REFUSED.has(key) ? `“${key}” cannot be used in expressions` : undefined;
}

/** Returns `value[key]` for a `key` that is not refused: own fields and lengths, nothing inherited. */
export function readMember(value: unknown, key: string): unknown {
  if (isRecord(value)) return Object.hasOwn(value, key) ? value[key] : missingField(key);
  if (value === null || value === undefined) throw new EvaluationError(`cannot read “${key}” of ${String(value)}`);
  if (typeof value === 'string') return readText(value, key);
  if (isList(value)) return Object.hasOwn(value, key) ? ownItem(value, key) : missing(value, key);
  if (value instanceof Map || value instanceof Set) return key === 'size' ? value.size : missing(value, key);
  if (value instanceof Callable) return value.members.has(key) ? value.members.get(key) : missing(value, key);
  if (value instanceof Pattern) return readPattern(value, key);
  return missing(value, key);
}

function missingField(key: string): unknown {
  if (REFUSED_UNLESS_OWN.has(key)) throw new EvaluationError(`“${key}” cannot be used in expressions`);
  return undefined;
}

function missing(value: unknown, key: string): unknown {
  if (methodOf(value, key) !== undefined)
    throw new EvaluationError(`“${key}” is a method of ${describe(value)}: call it`);
  return missingField(key);
}

const INDEX = /^(?:0|[1-9]\d*)$/;

function readText(text: string, key: string): unknown {
  if (key === 'length') return text.length;
  return INDEX.test(key) ? text[Number(key)] : missing(text, key);
}

/** Matches are lists with `index`, `input` and `groups`. */
function ownItem(list: readonly unknown[], key: string): unknown {
  return Object.getOwnPropertyDescriptor(list, key)?.value;
}

function readPattern(pattern: Pattern, key: string): unknown {
  if (key === 'source' || key === 'flags' || key === 'global') return pattern[key];
  return missing(pattern, key);
}

type Bound = (args: readonly unknown[], meter: Meter) => unknown;

function bind<Self>(self: Self, method: Method<Self> | undefined): Bound | undefined {
  return method && ((args, meter) => method(self, args, meter));
}

function methodOf(value: unknown, name: string): Bound | undefined {
  if (typeof value === 'string') return bind(value, textMethods.get(name));
  if (isList(value)) return bind(value, listMethods.get(name));
  if (typeof value === 'number') return bind(value, numberMethods.get(name));
  if (value instanceof Date) return bind(value, dateMethods.get(name));
  if (value instanceof Pattern) return bind(value, patternMethods.get(name));
  if (value instanceof Map || value instanceof Set) return bind(value, collectionMethods.get(name));
  return undefined;
}

/** `value.name(…args)`. */
export function callMember(value: unknown, name: string, args: readonly unknown[], meter: Meter): unknown {
  meter.spend(1);
  const method = methodOf(value, name);
  if (method !== undefined) return method(args, meter);
  if (value !== null && value !== undefined && name === 'toString' && !(value instanceof Callable))
    return toText(value, meter);
  if (isRecord(value) && name === 'hasOwnProperty') return Object.hasOwn(value, toText(args[0], meter));
  const change = isList(value) ? LIST_CHANGES.get(name) : value instanceof Date ? DATE_CHANGES : undefined;
  if (change !== undefined && (isList(value) || name.startsWith('set')))
    throw new EvaluationError(`“${name}” would change ${change}`);
  const member = readMember(value, name);
  if (member instanceof Callable) return member.invoke(args, meter);
  const has = member === undefined ? `has no method “${name}”` : `has a field “${name}”, but it is ${describe(member)}`;
  throw new EvaluationError(`${describe(value)} ${has}`);
}

type Collection = ReadonlyMap<unknown, unknown> | ReadonlySet<unknown>;

/** Reason for refusing `date.set…`. */
const DATE_CHANGES = 'the date; write new Date(…)';

/** Counts the formatting of a number of many digits, which takes some microseconds. */
function spelled(number: number, meter: Meter): number {
  meter.spend(20);
  return number;
}

const NUMBER: Readonly<Record<string, Method<number>>> = {
  toExponential: (number, [digits], meter) => spelled(number, meter).toExponential(optionalNumber(digits, meter)),
  toFixed: (number, [digits], meter) => spelled(number, meter).toFixed(optionalNumber(digits, meter)),
  toPrecision: (number, [digits], meter) =>
    digits === undefined ? String(number) : spelled(number, meter).toPrecision(toNumber(digits, meter)),
};

const DATE: Readonly<Record<string, Method<Date>>> = {
  getDate: (date) => date.getDate(),
  getDay: (date) => date.getDay(),
  getFullYear: (date) => date.getFullYear(),
  getHours: (date) => date.getHours(),
  getMilliseconds: (date) => date.getMilliseconds(),
  getMinutes: (date) => date.getMinutes(),
  getMonth: (date) => date.getMonth(),
  getSeconds: (date) => date.getSeconds(),
  getTime: (date) => date.getTime(),
  getTimezoneOffset: (date) => date.getTimezoneOffset(),
  getUTCDate: (date) => date.getUTCDate(),
  getUTCDay: (date) => date.getUTCDay(),
  getUTCFullYear: (date) => date.getUTCFullYear(),
  getUTCHours: (date) => date.getUTCHours(),
  getUTCMilliseconds: (date) => date.getUTCMilliseconds(),
  getUTCMinutes: (date) => date.getUTCMinutes(),
  getUTCMonth: (date) => date.getUTCMonth(),
  getUTCSeconds: (date) => date.getUTCSeconds(),
  toDateString: (date) => date.toDateString(),
  toISOString: (date) => date.toISOString(),
  toJSON: (date) => (Number.isNaN(date.getTime()) ? null : date.toISOString()),
  toLocaleDateString: (date, args, meter) => date.toLocaleDateString(...localeArguments(args, meter)),
  toLocaleTimeString: (date, args, meter) => date.toLocaleTimeString(...localeArguments(args, meter)),
  toTimeString: (date) => date.toTimeString(),
  toUTCString: (date) => date.toUTCString(),
};

const PATTERN: Readonly<Record<string, Method<Pattern>>> = {
  exec: (pattern, [text], meter) => exec(pattern, toText(text, meter), looking(meter)),
  test: (pattern, [text], meter) => test(pattern, toText(text, meter), looking(meter)),
};

/** Methods of Maps and Sets, which only `new` makes; iterators are lists. */
const COLLECTION: Readonly<Record<string, Method<Collection>>> = {
  entries: (collection, _, meter) => countedList(Array.from<unknown>(collection.entries()), meter),
  forEach: (collection, [action], meter) => {
    const act = callback(action, meter);
    for (const [key, item] of collection.entries()) act(item, key);
  },
  get: (collection, [key], meter) => ('get' in collection ? collection.get(lookedUp(key, meter)) : undefined),
  has: (collection, [key], meter) => collection.has(lookedUp(key, meter)),
  keys: (collection, _, meter) => countedList(Array.from(collection.keys()), meter),
  values: (collection, _, meter) => countedList(Array.from(collection.values()), meter),
};

/** Methods of numbers. */
export const numberMethods: ReadonlyMap<string, Method<number>> = new Map<string, Method<number>>([
  ...Object.entries(NUMBER),
  ['toLocaleString', (number, args, meter) => number.toLocaleString(...localeArguments(args, meter))],
  ['toString', (number, [radix], meter) => spelled(number, meter).toString(optionalNumber(radix, meter))],
  ['valueOf', (number) => number],
]);
/** Methods of dates. */
export const dateMethods: ReadonlyMap<string, Method<Date>> = new Map<string, Method<Date>>([
  ...Object.entries(DATE),
  ['toLocaleString', (date, args, meter) => date.toLocaleString(...localeArguments(args, meter))],
  ['toString', (date) => date.toString()],
  ['valueOf', (date) => date.getTime()],
]);
/** Methods of regular expressions. */
export const patternMethods: ReadonlyMap<string, Method<Pattern>> = new Map<string, Method<Pattern>>([
  ...Object.entries(PATTERN),
  ['toString', (pattern) => pattern.toString()],
]);
/** Methods of maps and sets. */
export const collectionMethods: ReadonlyMap<string, Method<Collection>> = new Map(Object.entries(COLLECTION));
