import { parseJson, type Json, pathText, type JsonPath } from './json.ts';
import { MAX_LEVELS } from './limits.ts';
import { endOfString, isClosing, isOpening, QUOTE } from './json-text.ts';

/** Reason why a value is not valid JSON, with its path. */
export interface JsonProblem {
  readonly path: JsonPath;
  readonly message: string;
}

/** Larger numbers become Infinity when parsed, and null when written. */
const TOO_LARGE = 'is a number that JSON cannot hold: it is beyond 1.8e308';

/** The first part of a value that JSON cannot represent or that is nested too deeply; `undefined` when there is none. */
export function jsonProblem(value: unknown, levels = MAX_LEVELS): JsonProblem | undefined {
  const steps: (string | number)[] = [];
  const message = problemAt(value, steps, levels);
  // The path was collected from the inside out.
  return message === undefined ? undefined : { path: steps.reverse(), message };
}

function problemAt(value: unknown, steps: (string | number)[], levels: number): string | undefined {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return undefined;
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : TOO_LARGE;
  if (typeof value !== 'object') return 'must be a JSON value';
  if (levels === 0) return 'has too many levels of nesting';
  if (Array.isArray(value)) return problemInList(value, steps, levels);
  return problemInObject(value, steps, levels);
}

function problemInList(list: readonly unknown[], steps: (string | number)[], levels: number): string | undefined {
  for (let i = 0; i < list.length; i++) {
    const problem = problemAt(list[i], steps, levels - 1);
    if (problem === undefined) continue;
    steps.push(i);
    return problem;
  }
  return undefined;
}

function problemInObject(value: object, steps: (string | number)[], levels: number): string | undefined {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return 'must be a JSON value';
  for (const [key, item] of Object.entries(value)) {
    const problem = problemAt(item, steps, levels - 1);
    if (problem === undefined) continue;
    steps.push(key);
    return problem;
  }
  return undefined;
}

/** The position at which a JSON text exceeds a number of levels; `undefined` when it does not. */
export function tooDeepAt(text: string, levels = MAX_LEVELS): number | undefined {
  let level = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === QUOTE) i = endOfString(text, i);
    else if (isOpening(code)) level++;
    else if (isClosing(code)) level--;
    if (level > levels) return i;
  }
  return undefined;
}

/** Matches an exponent of two digits or more. A number too large has one, or hundreds of digits. */
const LONG_EXPONENT = /\d[eE]\+?\d\d/;
/** Numbers with fewer digits and a short exponent are never too large. */
const MANY_DIGITS = 250;

/**
 * The first number that JSON cannot represent, in a value parsed from this text. Only walks the value when the text may contain
 * one.
 */
export function hugeNumber(text: string, value: unknown): JsonProblem | undefined {
  return LONG_EXPONENT.test(text) || hasManyDigits(text) ? findHuge(value) : undefined;
}

/** Parses a JSON text. Throws `SyntaxError` when it is not valid, or has a number that JSON cannot hold. */
export function parseFiniteJson(text: string): Json {
  const value = parseJson(text);
  const huge = hugeNumber(text, value);
  if (huge === undefined) return value;
  throw new SyntaxError(`${pathText(huge.path) || 'the value'} ${huge.message}`);
}

/** Samples one character per `MANY_DIGITS`, which a longer run of digits cannot avoid. */
function hasManyDigits(text: string): boolean {
  for (let at = MANY_DIGITS - 1; at < text.length; at += MANY_DIGITS) {
    if (!isDigit(text.charCodeAt(at))) continue;
    let [from, to] = [at, at + 1];
    while (from > 0 && to - from < MANY_DIGITS && isDigit(text.charCodeAt(from - 1))) from--;
    while (to < text.length && to - from < MANY_DIGITS && isDigit(text.charCodeAt(to))) to++;
    if (to - from >= MANY_DIGITS) return true;
  }
  return false;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

/** A value within another one: the step that leads to it from the value above. */
interface NestedValue {
  readonly value: unknown;
  readonly step: string | number;
  readonly above: NestedValue | undefined;
}

/** Without recursion, since the nesting may be deep. */
function findHuge(value: unknown): JsonProblem | undefined {
  const waiting: NestedValue[] = [{ value, step: '', above: undefined }];
  for (let nested = waiting.pop(); nested !== undefined; nested = waiting.pop()) {
    const { value: found } = nested;
    if (typeof found === 'number' && !Number.isFinite(found)) return { path: pathOf(nested), message: TOO_LARGE };
    if (typeof found !== 'object' || found === null) continue;
    if (Array.isArray(found)) found.forEach((item: unknown, i) => push(waiting, item, i, nested));
    else for (const [key, item] of Object.entries(found)) push(waiting, item, key, nested);
  }
  return undefined;
}

function push(waiting: NestedValue[], value: unknown, step: string | number, above: NestedValue): void {
  if (typeof value === 'number' ? !Number.isFinite(value) : typeof value === 'object')
    waiting.push({ value, step, above });
}

function pathOf(nested: NestedValue): JsonPath {
  const path: (string | number)[] = [];
  for (let at = nested; at.above !== undefined; at = at.above) path.push(at.step);
  return path.reverse();
}
