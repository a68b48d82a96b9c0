import { types } from 'node:util';
import { type JsonObject, parseOwnJson } from '../../../../../../shared/values/json.ts';
import { tooLarge } from '../../../json-shape.ts';
import { OUTPUT_LIMITS } from '../../../limits.ts';

const MAX_DEPTH = OUTPUT_LIMITS.depth;

/** The JSON text of a script's value. Throws a TypeError that names the part that is not JSON. @param what name of the value in the error */
export function jsonOf(value: unknown, what: string): string {
  check(value, what, []);
  const json = textOf(value) ?? 'null';
  if (json.length > OUTPUT_LIMITS.characters) throw new TypeError(tooLarge(json.length));
  return json;
}

/** `toJSON` of an object may return undefined. */
function textOf(value: unknown): string | undefined {
  return JSON.stringify(value);
}

/** A JSON copy of a script's value that must be an object; an empty one for undefined and null. */
export function jsonObjectOf(value: unknown, what: string): JsonObject {
  if (value === undefined || value === null) return {};
  if (typeof value !== 'object' || Array.isArray(value)) throw new TypeError(`${what} must be an object`);
  return parseOwnJson(jsonOf(value, what));
}

function check(value: unknown, path: string, above: readonly object[]): void {
  const unfit = whyUnfit(value);
  if (unfit !== undefined) throw new TypeError(`${path} is ${unfit}`);
  if (typeof value !== 'object' || value === null) return;
  if (above.includes(value)) throw new TypeError(`${path} is circular: it contains itself`);
  if (above.length >= MAX_DEPTH) throw new TypeError(`${path} is nested more than ${MAX_DEPTH} levels deep`);
  if ('toJSON' in value && typeof value.toJSON === 'function') return;
  const here = [...above, value];
  if (Array.isArray(value)) value.forEach((item, index) => check(item, `${path}[${index}]`, here));
  // JSON omits undefined fields. In a list, undefined would become null, which is refused above.
  else for (const [key, item] of Object.entries(value)) if (item !== undefined) check(item, `${path}.${key}`, here);
}

/** Describes a value that JSON cannot represent, and how to fix it; `undefined` for others. */
function whyUnfit(value: unknown): string | undefined {
  if (value === undefined) return 'undefined, which JSON cannot hold; use null';
  if (typeof value === 'bigint') return 'a BigInt, which JSON cannot hold; use Number(…) or String(…)';
  if (typeof value === 'function' || typeof value === 'symbol') return `a ${typeof value}, which JSON cannot hold`;
  if (typeof value === 'number' && !Number.isFinite(value)) return `${value}, which JSON cannot hold; use null`;
  if (types.isPromise(value)) return 'a Promise; is an "await" missing?';
  if (types.isAnyArrayBuffer(value) || ArrayBuffer.isView(value))
    return 'binary data, which JSON cannot hold; use base64 text';
  if (types.isMap(value)) return 'a Map, which JSON cannot hold; use Object.fromEntries(…)';
  if (types.isSet(value)) return 'a Set, which JSON cannot hold; use [...set]';
  if (types.isNativeError(value)) return 'an Error, which JSON cannot hold; use its message';
  return undefined;
}
