import { EvaluationError } from './expression-error.ts';
import { recordGlobals } from './record-globals.ts';
import { Pattern } from './regex.ts';
import type { Meter } from './meter.ts';
import { countedPattern } from './text-methods.ts';
import { Callable, callback, describe, isList, isRecord, itemsOf, lookedUp, toNumber, toText } from './values.ts';
import type { Call } from './values.ts';

/** A namespace or class: its name, its implementation as a function, and its members. */
function builtin(
  name: string,
  call: Call | null,
  members: Readonly<Record<string, unknown>> = {},
  make?: Call,
): Callable {
  const entries = Object.entries(members).map(([key, member]) => [key, asMember(`${name}.${key}`, member)] as const);
  return new Callable(name, call, new Map(entries), make ?? null);
}

function asMember(name: string, member: unknown): unknown {
  return isCall(member) ? new Callable(name, member) : member;
}

function isCall(member: unknown): member is Call {
  return typeof member === 'function';
}

function onNumber(change: (number: number) => unknown): Call {
  return ([value], meter) => change(toNumber(value, meter));
}

/** @param units maximum length of the result, as a multiple of the text's length. */
function onText(change: (text: string) => unknown, units = 1): Call {
  return ([value], meter) => {
    const text = toText(value, meter);
    meter.text(text.length * units);
    meter.spend((text.length * units) >>> 4);
    return change(text);
  };
}

/** `Math`; `max`, `min` and `hypot` take two values at a time, since a spread list may exceed the stack. */
function mathMembers(): Record<string, unknown> {
  const members: Record<string, unknown> = {};
  for (const [name, member] of mathEntries()) {
    members[name] = isNumeric(member) ? (FOLDED.has(name) ? folded(member) : paired(member)) : member;
  }
  return members;
}

const FOLDED: ReadonlySet<string> = new Set(['max', 'min', 'hypot']);

type Numeric = (...numbers: number[]) => number;

function isNumeric(member: unknown): member is Numeric {
  return typeof member === 'function';
}

function mathEntries(): [string, unknown][] {
  return Object.entries<{ value?: unknown }>(Object.getOwnPropertyDescriptors(Math)).map(([name, { value }]) => [
    name,
    value,
  ]);
}

function paired(compute: Numeric): Call {
  return ([first, second], meter) => compute(toNumber(first, meter), toNumber(second, meter));
}

function folded(compute: Numeric): Call {
  return (args, meter) => {
    meter.spend(args.length >>> 2);
    return args.reduce<number>((sum, value) => compute(sum, toNumber(value, meter)), compute());
  };
}

function lengthOf(value: unknown, meter: Meter): number {
  const length = toNumber(value, meter);
  if (!Number.isInteger(length) || length < 0)
    throw new EvaluationError(`a list cannot have ${toText(value, meter)} items`);
  meter.list(length);
  return length;
}

const newArray: Call = (args, meter) => {
  if (args.length !== 1 || typeof args[0] !== 'number') return args;
  return Array.from({ length: lengthOf(args[0], meter) });
};

const arrayFrom: Call = ([source, change], meter) => {
  const items = isRecord(source)
    ? Array.from({ length: lengthOf(source['length'] ?? 0, meter) }, (_, index) => source[index])
    : itemsOf(source, meter);
  return change === undefined ? items : items.map((item, index) => callback(change, meter)(item, index));
};

const newDate: Call = (args, meter) => {
  const [first] = args;
  if (args.length === 0) return new Date(meter.now());
  if (typeof first === 'string' && args.length === 1) {
    meter.text(first.length);
    return new Date(first);
  }
  if (args.length === 1) return new Date(toNumber(first, meter));
  const [year = NaN, month = 0, day = 1, ...time] = args.map((part) => toNumber(part, meter));
  return new Date(year, month, day, time[0] ?? 0, time[1] ?? 0, time[2] ?? 0, time[3] ?? 0);
};

const utc: Call = (args, meter) => {
  const [year = NaN, month = 0, day = 1, ...time] = args.map((part) => toNumber(part, meter));
  return Date.UTC(year, month, day, time[0] ?? 0, time[1] ?? 0, time[2] ?? 0, time[3] ?? 0);
};

const newMap: Call = ([entries], meter) => {
  if (entries === undefined || entries === null) return new Map();
  const pairs = itemsOf(entries, meter);
  meter.table(pairs.length);
  return new Map(
    pairs.map((entry): [unknown, unknown] => {
      if (!isList(entry)) throw new EvaluationError(`a Map is made of pairs, not of ${describe(entry)}`);
      return [lookedUp(entry[0], meter), entry[1]];
    }),
  );
};

const newSet: Call = ([items], meter) => {
  const list = items === undefined || items === null ? [] : itemsOf(items, meter);
  meter.table(list.length);
  for (const item of list) lookedUp(item, meter);
  return new Set(list);
};

const newPattern: Call = ([source, flags], meter) => {
  if (source instanceof Pattern)
    return countedPattern(source.source, flags === undefined ? source.flags : toText(flags, meter), meter);
  return countedPattern(toText(source, meter), flags === undefined ? '' : toText(flags, meter), meter);
};

const parseWhole: Call = ([value, radix], meter) => {
  const text = toText(value, meter);
  meter.spend(text.length >>> 5);
  return parseInt(text, radix === undefined ? undefined : toNumber(radix, meter));
};
const parseDecimal = onText(parseFloat);

const NUMBER_MEMBERS = {
  EPSILON: Number.EPSILON,
  MAX_SAFE_INTEGER: Number.MAX_SAFE_INTEGER,
  MIN_SAFE_INTEGER: Number.MIN_SAFE_INTEGER,
  MAX_VALUE: Number.MAX_VALUE,
  MIN_VALUE: Number.MIN_VALUE,
  NaN,
  POSITIVE_INFINITY: Infinity,
  NEGATIVE_INFINITY: -Infinity,
  isFinite: ([value]: readonly unknown[]) => Number.isFinite(value),
  isInteger: ([value]: readonly unknown[]) => Number.isInteger(value),
  isNaN: ([value]: readonly unknown[]) => Number.isNaN(value),
  isSafeInteger: ([value]: readonly unknown[]) => Number.isSafeInteger(value),
  parseFloat: parseDecimal,
  parseInt: parseWhole,
};

const codes: Call = (args, meter) => args.map((code) => String.fromCharCode(toNumber(code, meter))).join('');
const points: Call = (args, meter) => args.map((point) => String.fromCodePoint(toNumber(point, meter))).join('');

/** Globals of every expression; names of the scope take precedence. */
export const GLOBALS: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['undefined', undefined],
  ['NaN', NaN],
  ['Infinity', Infinity],
  ['Math', builtin('Math', null, mathMembers())],
  ['JSON', builtin('JSON', null, recordGlobals.JSON)],
  ['Object', builtin('Object', null, recordGlobals.Object)],
  ['Number', builtin('Number', (args, meter) => (args.length === 0 ? 0 : toNumber(args[0], meter)), NUMBER_MEMBERS)],
  [
    'String',
    builtin('String', (args, meter) => (args.length === 0 ? '' : toText(args[0], meter)), {
      fromCharCode: codes,
      fromCodePoint: points,
    }),
  ],
  ['Boolean', builtin('Boolean', ([value]) => Boolean(value))],
  [
    'Array',
    builtin(
      'Array',
      newArray,
      {
        isArray: ([value]: readonly unknown[]) => isList(value),
        of: (args: readonly unknown[]) => args,
        from: arrayFrom,
      },
      newArray,
    ),
  ],
  [
    'Date',
    builtin(
      'Date',
      null,
      { now: (_: readonly unknown[], meter: Meter) => meter.now(), parse: onText(Date.parse), UTC: utc },
      newDate,
    ),
  ],
  ['Map', builtin('Map', null, {}, newMap)],
  ['Set', builtin('Set', null, {}, newSet)],
  ['RegExp', builtin('RegExp', newPattern, {}, newPattern)],
  ['parseInt', builtin('parseInt', parseWhole)],
  ['parseFloat', builtin('parseFloat', parseDecimal)],
  ['isNaN', builtin('isNaN', onNumber(Number.isNaN))],
  ['isFinite', builtin('isFinite', onNumber(Number.isFinite))],
  ['encodeURIComponent', builtin('encodeURIComponent', onText(encodeURIComponent, 9))],
  ['decodeURIComponent', builtin('decodeURIComponent', onText(decodeURIComponent))],
  ['encodeURI', builtin('encodeURI', onText(encodeURI, 9))],
  ['decodeURI', builtin('decodeURI', onText(decodeURI))],
]);
