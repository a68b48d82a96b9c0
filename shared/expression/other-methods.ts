import type { Method } from './methods.ts';
import type { Pattern } from './regex.ts';
import { exec, test } from './regex-operations.ts';
import type { Run } from './run.ts';
import { localeArguments, looking } from './text-methods.ts';
import { callback, lookedUp, toNumber, toText } from './values.ts';

type Collection = ReadonlyMap<unknown, unknown> | ReadonlySet<unknown>;

/** Reason for refusing `date.set…`. */
export const DATE_CHANGES = 'the date; write new Date(…)';

function optionalNumber(value: unknown, run: Run): number | undefined {
  return value === undefined ? undefined : toNumber(value, run);
}

/** Counts the formatting of a number of many digits, which takes some microseconds. */
function spelled(number: number, run: Run): number {
  run.spend(20);
  return number;
}

const NUMBER: Readonly<Record<string, Method<number>>> = {
  toExponential: (number, [digits], run) => spelled(number, run).toExponential(optionalNumber(digits, run)),
  toFixed: (number, [digits], run) => spelled(number, run).toFixed(optionalNumber(digits, run)),
  toPrecision: (number, [digits], run) =>
    digits === undefined ? String(number) : spelled(number, run).toPrecision(toNumber(digits, run)),
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
  toLocaleDateString: (date, args, run) => date.toLocaleDateString(...localeArguments(args, run)),
  toLocaleTimeString: (date, args, run) => date.toLocaleTimeString(...localeArguments(args, run)),
  toTimeString: (date) => date.toTimeString(),
  toUTCString: (date) => date.toUTCString(),
};

const PATTERN: Readonly<Record<string, Method<Pattern>>> = {
  exec: (pattern, [text], run) => exec(pattern, toText(text, run), looking(run)),
  test: (pattern, [text], run) => test(pattern, toText(text, run), looking(run)),
};

/** Methods of Maps and Sets, which only `new` makes; iterators are lists. */
const COLLECTION: Readonly<Record<string, Method<Collection>>> = {
  entries: (collection, _, run) => counted(Array.from<unknown>(collection.entries()), run),
  forEach: (collection, [action], run) => {
    const act = callback(action, run);
    for (const [key, item] of collection.entries()) act(item, key);
  },
  get: (collection, [key], run) => ('get' in collection ? collection.get(lookedUp(key, run)) : undefined),
  has: (collection, [key], run) => collection.has(lookedUp(key, run)),
  keys: (collection, _, run) => counted(Array.from(collection.keys()), run),
  values: (collection, _, run) => counted(Array.from(collection.values()), run),
};

function counted(list: readonly unknown[], run: Run): readonly unknown[] {
  run.list(list.length);
  return list;
}

/** Methods of numbers. */
export const numberMethods: ReadonlyMap<string, Method<number>> = new Map<string, Method<number>>([
  ...Object.entries(NUMBER),
  ['toLocaleString', (number, args, run) => number.toLocaleString(...localeArguments(args, run))],
  ['toString', (number, [radix], run) => spelled(number, run).toString(optionalNumber(radix, run))],
  ['valueOf', (number) => number],
]);
/** Methods of dates. */
export const dateMethods: ReadonlyMap<string, Method<Date>> = new Map<string, Method<Date>>([
  ...Object.entries(DATE),
  ['toLocaleString', (date, args, run) => date.toLocaleString(...localeArguments(args, run))],
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
