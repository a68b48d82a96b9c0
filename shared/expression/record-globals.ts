import { EvaluationError } from './expression-error.ts';
import { groupBy } from './list-methods.ts';
import { plain } from './plain.ts';
import type { Meter } from './meter.ts';
import { weightOf } from './weight.ts';
import { Callable, compared, describe, isList, isRecord, itemsOf, setField, toNumber, toText } from './values.ts';
import type { Call } from './values.ts';

/** Converts an argument of `Object.keys` and the like to an object; numbers and dates have no fields. */
function fieldsOf(value: unknown, meter: Meter): Readonly<Record<string, unknown>> {
  if (value === null || value === undefined) throw new EvaluationError(`${String(value)} has no fields`);
  if (typeof value === 'string' || isList(value)) {
    meter.table(value.length);
    return Object.fromEntries(Object.entries(value));
  }
  const fields = isRecord(value) ? value : {};
  meter.table(Object.keys(fields).length);
  return fields;
}

/** Copies the own fields of `source` into a new object. */
export function copyFields(target: Record<string, unknown>, source: unknown, meter: Meter): void {
  if (source === null || source === undefined) return;
  const fields = fieldsOf(source, meter);
  for (const key of Object.keys(fields)) setField(target, key, fields[key]);
}

/** `Object.assign`, which returns a new object and leaves the first argument unchanged. */
const assign: Call = (args, meter) => {
  if (!isRecord(args[0])) throw new EvaluationError(`Object.assign needs an object first, not ${describe(args[0])}`);
  const result: Record<string, unknown> = {};
  for (const source of args) copyFields(result, source, meter);
  return result;
};

const fromEntries: Call = ([entries], meter) => {
  const result: Record<string, unknown> = {};
  for (const entry of itemsOf(entries, meter)) {
    if (!isList(entry)) throw new EvaluationError(`Object.fromEntries needs pairs, not ${describe(entry)}`);
    meter.spend(5);
    setField(result, toText(entry[0], meter), entry[1]);
  }
  return result;
};

const stringify: Call = ([value, replacer, indent], meter) => {
  if (replacer !== undefined && replacer !== null)
    throw new EvaluationError('JSON.stringify takes no replacer here; write null');
  if (value === undefined || value instanceof Callable) return undefined;
  // Counted and converted to plain JSON first, so that the native call is short and runs no code of the value.
  const counted = plain(value, meter);
  const weight = weightOf(counted, meter);
  meter.text(weight);
  meter.spend(weight >>> 4);
  const text = JSON.stringify(counted, null, typeof indent === 'string' ? indent : toNumber(indent ?? 0, meter));
  meter.text(text.length);
  return text;
};

/** The native parser cannot be stopped; this many characters take it some 50 milliseconds at worst. */
const LONGEST_JSON = 1_000_000;

const parse: Call = ([value], meter) => {
  const text = toText(value, meter);
  meter.text(text.length);
  meter.spend(text.length >>> 2);
  if (text.length > LONGEST_JSON) throw new EvaluationError(`JSON.parse takes at most ${LONGEST_JSON} characters here`);
  const parsed: unknown = JSON.parse(text);
  return parsed;
};

/** The members of `Object` and `JSON`. */
export const recordGlobals: Readonly<Record<'Object' | 'JSON', Readonly<Record<string, Call>>>> = {
  JSON: { parse, stringify },
  Object: {
    assign,
    entries: ([value], meter) => Object.entries(fieldsOf(value, meter)),
    freeze: ([value]) => value,
    fromEntries,
    groupBy: ([items, key], meter) => groupBy(itemsOf(items, meter), key, meter),
    hasOwn: ([value, key], meter) => Object.hasOwn(fieldsOf(value, meter), toText(key, meter)),
    is: ([left, right], meter) => {
      compared(left, right, meter);
      return Object.is(left, right);
    },
    keys: ([value], meter) => Object.keys(fieldsOf(value, meter)),
    values: ([value], meter) => Object.values(fieldsOf(value, meter)),
  },
};
