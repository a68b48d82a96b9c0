import { fieldsOf } from '../../../../shared/values/json.ts';

/** Bytes of a number, a boolean, null, and of the reference to any value. */
const SLOT = 8;
/** Bytes of a text besides its characters, and of an empty list or object. */
const TEXT = 16;
const CONTAINER = 32;

/**
 * Estimates the bytes that a JSON value takes in memory; shared parts count each time. Takes time by the number of values, not
 * by the length of texts.
 */
export function memoryOf(value: unknown): number {
  if (typeof value === 'string') return SLOT + TEXT + value.length;
  if (typeof value !== 'object' || value === null) return value === undefined ? 0 : SLOT;
  let bytes = SLOT + CONTAINER;
  if (Array.isArray(value)) {
    for (const item of value) bytes += memoryOf(item);
    return bytes;
  }
  const fields = fieldsOf(value);
  for (const name in fields) bytes += name.length + memoryOf(fields[name]);
  return bytes;
}
