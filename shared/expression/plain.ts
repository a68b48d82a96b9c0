import { EvaluationError } from './expression-error.ts';
import { Pattern } from './regex.ts';
import { Callable, describe, isList, isRecord, setField, toText } from './values.ts';
import type { Meter } from './meter.ts';

/**
 * Converts a result to JSON: dates and regular expressions to texts, Sets to lists, Maps to objects. Returns plain values without
 * copying them. Counts the walk, because `[a, a]` of `[b, b]` of … is small in memory and endless when written.
 */
export function plain(value: unknown, meter: Meter, depth = 0): unknown {
  if (typeof value === 'string') return counted(value, meter);
  if (typeof value !== 'object' || value === null) {
    if (typeof value === 'function') throw new EvaluationError('its result is a function, not a value');
    return value;
  }
  return plainObject(value, meter, depth + 1);
}

/** Maximum nesting, as for JSON in a request (decision `body-any-content-type`). */
const DEEPEST = 100;

/** Counts a text by its length; short ones are free. */
function counted(text: string, meter: Meter): string {
  meter.spend(1);
  if (text.length > 1_000) meter.text(text.length);
  return text;
}

function plainObject(value: object, meter: Meter, depth: number): unknown {
  if (depth > DEEPEST) throw new EvaluationError(`its result is nested more than ${DEEPEST} deep`);
  if (isList(value)) return plainList(value, meter, depth);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (value instanceof Pattern) return value.toString();
  if (value instanceof Callable) throw new EvaluationError(`its result is a function, not a value`);
  if (value instanceof Set) return plainList(Array.from<unknown>(value), meter, depth);
  if (value instanceof Map) return plainRecord(mapFields(value, meter), meter, depth);
  if (isRecord(value)) return plainRecord(value, meter, depth);
  throw new EvaluationError(`its result is ${describe(value)}`);
}

function mapFields(map: ReadonlyMap<unknown, unknown>, meter: Meter): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const [key, item] of map) setField(fields, toText(key, meter), item);
  return fields;
}

function plainList(list: readonly unknown[], meter: Meter, depth: number): readonly unknown[] {
  let copy: unknown[] | undefined;
  for (const [index, item] of list.entries()) {
    meter.spend(1);
    const result = plain(item, meter, depth);
    if (result !== item && copy === undefined) copy = list.slice();
    if (copy !== undefined) copy[index] = result;
  }
  // Matches carry `index` and `groups`; a bare copy does not.
  return copy ?? (Object.hasOwn(list, 'index') ? list.slice() : list);
}

function plainRecord(
  record: Readonly<Record<string, unknown>>,
  meter: Meter,
  depth: number,
): Readonly<Record<string, unknown>> {
  let copy: Record<string, unknown> | undefined;
  for (const key of Object.keys(record)) {
    meter.spend(1);
    const item = record[key];
    const result = plain(item, meter, depth);
    if (Object.is(result, item)) continue;
    copy ??= { ...record };
    setField(copy, key, result);
  }
  return copy ?? record;
}
