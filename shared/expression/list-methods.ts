import { EvaluationError } from './expression-error.ts';
import {
  type Method,
  callback,
  compared,
  countedList,
  isList,
  joined,
  lookedUp,
  optionalNumber,
  setField,
  toNumber,
  toText,
} from './values.ts';
import { LONGEST_LIST, type Meter } from './meter.ts';

type List = readonly unknown[];

/**
 * Methods that only make sense in place, with the expression to write instead. Values never change in an expression: other
 * mutating methods (`sort`, `reverse`, `fill`, `pop`, `shift`) work on a copy.
 */
export const LIST_CHANGES: ReadonlyMap<string, string> = new Map([
  ['push', 'the list; write [...list, item]'],
  ['unshift', 'the list; write [item, ...list]'],
  ['splice', 'the list; write list.toSpliced(…) or list.slice(…)'],
  ['copyWithin', 'the list; write list.slice(…)'],
]);

/** Comparisons of shorter texts are too fast to count. */
const LONG_TEXT = 256;

function searched(list: List, item: unknown, meter: Meter): List {
  meter.spend(list.length >>> 4);
  if (typeof item === 'string' && item.length >= LONG_TEXT) for (const other of list) compared(other, item, meter);
  return list;
}

function sorted(list: List, [compare]: List, meter: Meter): List {
  meter.list(list.length);
  if (compare !== undefined) {
    const order = callback(compare, meter);
    return list.toSorted((left, right) => toNumber(order(left, right), meter));
  }
  const keyed = list.map((item) => ({ item, key: item === undefined ? undefined : toText(item, meter) }));
  const byText = keyed.sort(({ key: left }, { key: right }) => {
    meter.spend(1);
    compared(left, right, meter);
    if (left === undefined || right === undefined) return Number(left === undefined) - Number(right === undefined);
    return left < right ? -1 : Number(left > right);
  });
  return byText.map(({ item }) => item);
}

function flattened(list: List, depth: number, meter: Meter): List {
  const result: unknown[] = [];
  const add = (items: List, left: number): void => {
    for (const item of items) {
      meter.spend(1);
      if (isList(item) && left > 0) add(item, left - 1);
      else if (result.push(item) > LONGEST_LIST) meter.list(result.length);
    }
  };
  add(list, depth);
  return countedList(result, meter);
}

function reduced(list: List, args: List, meter: Meter): unknown {
  const step = callback(args[0], meter);
  if (args.length < 2 && list.length === 0)
    throw new EvaluationError('an empty list can only be reduced with a start value');
  const rest = args.length < 2 ? list.slice(1) : list;
  const offset = list.length - rest.length;
  return rest.reduce((sum, item, index) => step(sum, item, index + offset, list), args.length < 2 ? list[0] : args[1]);
}

/** `Object.groupBy`. */
export function groupBy(list: List, by: unknown, meter: Meter): Record<string, unknown> {
  const key = callback(by, meter);
  meter.table(list.length);
  const groups = new Map<string, unknown[]>();
  list.forEach((item, index) => {
    const name = lookedUp(toText(key(item, index), meter), meter);
    const group = groups.get(name);
    if (group) group.push(item);
    else groups.set(name, [item]);
  });
  const result: Record<string, unknown> = {};
  for (const [name, group] of groups) setField(result, name, group);
  return result;
}

const METHODS: Readonly<Record<string, Method<List>>> = {
  at: (list, [index], meter) => list.at(toNumber(index, meter)),
  concat: (list, args, meter) => {
    meter.list(args.reduce<number>((sum, item) => sum + (isList(item) ? item.length : 1), list.length));
    return list.concat(...args);
  },
  entries: (list, _, meter) => Array.from(countedList(list, meter).entries()),
  every: (list, [test], meter) => list.every(callback(test, meter)),
  fill: (list, [item, start, end], meter) =>
    countedList(list, meter).slice().fill(item, optionalNumber(start, meter), optionalNumber(end, meter)),
  filter: (list, [test], meter) => countedList(list, meter).filter(callback(test, meter)),
  find: (list, [test], meter) => list.find(callback(test, meter)),
  findIndex: (list, [test], meter) => list.findIndex(callback(test, meter)),
  findLast: (list, [test], meter) => list.findLast(callback(test, meter)),
  findLastIndex: (list, [test], meter) => list.findLastIndex(callback(test, meter)),
  flat: (list, [depth], meter) => flattened(list, optionalNumber(depth, meter) ?? 1, meter),
  flatMap: (list, [change], meter) => flattened(countedList(list, meter).map(callback(change, meter)), 1, meter),
  forEach: (list, [action], meter) => list.forEach(callback(action, meter)),
  includes: (list, [item], meter) => searched(list, item, meter).includes(item),
  indexOf: (list, [item, start], meter) => searched(list, item, meter).indexOf(item, optionalNumber(start, meter)),
  join: (list, [separator], meter) => joined(list, separator === undefined ? ',' : toText(separator, meter), meter),
  keys: (list, _, meter) => Array.from(countedList(list, meter).keys()),
  lastIndexOf: (list, [item], meter) => searched(list, item, meter).lastIndexOf(item),
  map: (list, [change], meter) => countedList(list, meter).map(callback(change, meter)),
  pop: (list) => list.at(-1),
  reduce: reduced,
  reduceRight: (list, args, meter) => reduced(countedList(list, meter).toReversed(), args, meter),
  reverse: (list, _, meter) => countedList(list, meter).toReversed(),
  shift: (list) => list[0],
  slice: (list, [start, end], meter) => {
    const part = list.slice(optionalNumber(start, meter), optionalNumber(end, meter));
    return countedList(part, meter);
  },
  some: (list, [test], meter) => list.some(callback(test, meter)),
  sort: sorted,
  toReversed: (list, _, meter) => countedList(list, meter).toReversed(),
  toSorted: sorted,
  toSpliced: (list, [start, count, ...items], meter) =>
    countedList(list, meter).toSpliced(toNumber(start, meter), optionalNumber(count, meter) ?? Infinity, ...items),
  values: (list) => list,
  with: (list, [index, item], meter) => countedList(list, meter).with(toNumber(index, meter), item),
};

/** Methods of lists. */
export const listMethods: ReadonlyMap<string, Method<List>> = new Map(Object.entries(METHODS));
