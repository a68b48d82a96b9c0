import { type Method, callback, countedList, lookedUp, optionalNumber, toNumber, toText } from './values.ts';
import type { Pattern } from './regex.ts';
import { exec, test } from './regex-operations.ts';
import type { Meter } from './meter.ts';
import { localeArguments, looking } from './text-methods.ts';

type Collection = ReadonlyMap<unknown, unknown> | ReadonlySet<unknown>;

/** Reason for refusing `date.set…`. */
export const DATE_CHANGES = 'the date; write new Date(…)';

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
