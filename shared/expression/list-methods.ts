import { Fault } from './expression-error.ts';
import type { Method } from './methods.ts';
import { LONGEST_LIST } from './run.ts';
import type { Run } from './run.ts';
import { callback, compared, isList, joined, lookedUp, setField, toNumber, toText } from './values.ts';

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

function optionalNumber(value: unknown, run: Run): number | undefined {
  return value === undefined ? undefined : toNumber(value, run);
}

function counted(list: List, run: Run): List {
  run.list(list.length);
  return list;
}

/** Comparisons of shorter texts are too fast to count. */
const LONG_TEXT = 256;

function searched(list: List, item: unknown, run: Run): List {
  run.spend(list.length >>> 4);
  if (typeof item === 'string' && item.length >= LONG_TEXT) for (const other of list) compared(other, item, run);
  return list;
}

function sorted(list: List, [compare]: List, run: Run): List {
  run.list(list.length);
  if (compare !== undefined) {
    const order = callback(compare, run);
    return list.toSorted((left, right) => toNumber(order(left, right), run));
  }
  const keyed = list.map((item) => ({ item, key: item === undefined ? undefined : toText(item, run) }));
  const byText = keyed.sort(({ key: left }, { key: right }) => {
    run.spend(1);
    compared(left, right, run);
    if (left === undefined || right === undefined) return Number(left === undefined) - Number(right === undefined);
    return left < right ? -1 : Number(left > right);
  });
  return byText.map(({ item }) => item);
}

function flattened(list: List, depth: number, run: Run): List {
  const result: unknown[] = [];
  const add = (items: List, left: number): void => {
    for (const item of items) {
      run.spend(1);
      if (isList(item) && left > 0) add(item, left - 1);
      else if (result.push(item) > LONGEST_LIST) run.list(result.length);
    }
  };
  add(list, depth);
  return counted(result, run);
}

function reduced(list: List, args: List, run: Run): unknown {
  const step = callback(args[0], run);
  if (args.length < 2 && list.length === 0) throw new Fault('an empty list can only be reduced with a start value');
  const rest = args.length < 2 ? list.slice(1) : list;
  const offset = list.length - rest.length;
  return rest.reduce((sum, item, index) => step(sum, item, index + offset, list), args.length < 2 ? list[0] : args[1]);
}

/** `Object.groupBy`. */
export function groupBy(list: List, by: unknown, run: Run): Record<string, unknown> {
  const key = callback(by, run);
  run.table(list.length);
  const groups = new Map<string, unknown[]>();
  list.forEach((item, index) => {
    const name = lookedUp(toText(key(item, index), run), run);
    const group = groups.get(name);
    if (group) group.push(item);
    else groups.set(name, [item]);
  });
  const result: Record<string, unknown> = {};
  for (const [name, group] of groups) setField(result, name, group);
  return result;
}

const METHODS: Readonly<Record<string, Method<List>>> = {
  at: (list, [index], run) => list.at(toNumber(index, run)),
  concat: (list, args, run) => {
    run.list(args.reduce<number>((sum, item) => sum + (isList(item) ? item.length : 1), list.length));
    return list.concat(...args);
  },
  entries: (list, _, run) => Array.from(counted(list, run).entries()),
  every: (list, [test], run) => list.every(callback(test, run)),
  fill: (list, [item, start, end], run) =>
    counted(list, run).slice().fill(item, optionalNumber(start, run), optionalNumber(end, run)),
  filter: (list, [test], run) => counted(list, run).filter(callback(test, run)),
  find: (list, [test], run) => list.find(callback(test, run)),
  findIndex: (list, [test], run) => list.findIndex(callback(test, run)),
  findLast: (list, [test], run) => list.findLast(callback(test, run)),
  findLastIndex: (list, [test], run) => list.findLastIndex(callback(test, run)),
  flat: (list, [depth], run) => flattened(list, optionalNumber(depth, run) ?? 1, run),
  flatMap: (list, [change], run) => flattened(counted(list, run).map(callback(change, run)), 1, run),
  forEach: (list, [action], run) => list.forEach(callback(action, run)),
  includes: (list, [item], run) => searched(list, item, run).includes(item),
  indexOf: (list, [item, start], run) => searched(list, item, run).indexOf(item, optionalNumber(start, run)),
  join: (list, [separator], run) => joined(list, separator === undefined ? ',' : toText(separator, run), run),
  keys: (list, _, run) => Array.from(counted(list, run).keys()),
  lastIndexOf: (list, [item], run) => searched(list, item, run).lastIndexOf(item),
  map: (list, [change], run) => counted(list, run).map(callback(change, run)),
  pop: (list) => list.at(-1),
  reduce: reduced,
  reduceRight: (list, args, run) => reduced(counted(list, run).toReversed(), args, run),
  reverse: (list, _, run) => counted(list, run).toReversed(),
  shift: (list) => list[0],
  slice: (list, [start, end], run) => {
    const part = list.slice(optionalNumber(start, run), optionalNumber(end, run));
    return counted(part, run);
  },
  some: (list, [test], run) => list.some(callback(test, run)),
  sort: sorted,
  toReversed: (list, _, run) => counted(list, run).toReversed(),
  toSorted: sorted,
  toSpliced: (list, [start, count, ...items], run) =>
    counted(list, run).toSpliced(toNumber(start, run), optionalNumber(count, run) ?? Infinity, ...items),
  values: (list) => list,
  with: (list, [index, item], run) => counted(list, run).with(toNumber(index, run), item),
};

/** Methods of lists. */
export const listMethods: ReadonlyMap<string, Method<List>> = new Map(Object.entries(METHODS));
