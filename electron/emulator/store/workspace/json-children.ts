import { COMMA, endOfString, isClosing, isOpening, isSpace, QUOTE } from '../../../../shared/values/json-text.ts';
import { parseOwnJson } from '../../../../shared/values/json.ts';

/** Range of a value in a text. */
export interface JsonRange {
  readonly offset: number;
  readonly end: number;
}

/** An item of a list, or a field of an object. */
export interface JsonChild extends JsonRange {
  /** Key of a field; null for an item. */
  readonly key: string | null;
  /** Offset of the value, after the key. */
  readonly value: number;
}

/** Range of the root value of a valid JSON text. */
export function rootOf(text: string): JsonRange {
  let end = text.length;
  while (isSpace(text.charCodeAt(end - 1))) end -= 1;
  return { offset: skipSpace(text, 0), end };
}

/**
 * Iterates over the direct children of a list or an object in a valid JSON text. Deeper values are skipped, so that finding
 * one change in a large text needs no syntax tree.
 */
export function* childrenOf(text: string, offset: number): Generator<JsonChild, void, undefined> {
  const isObject = text[offset] === '{';
  let at = skipSpace(text, offset + 1);
  if (text[at] === '}' || text[at] === ']') return;
  for (;;) {
    const start = at;
    let key: string | null = null;
    if (isObject) {
      const end = endOfString(text, at) + 1;
      key = parseOwnJson<string>(text.slice(at, end));
      at = skipSpace(text, skipSpace(text, end) + 1);
    }
    const end = endOfValue(text, at);
    yield { key, offset: start, value: at, end };
    at = skipSpace(text, end);
    if (text[at] !== ',') return;
    at = skipSpace(text, at + 1);
  }
}

/** Returns the offset of the value at a path; if it is missing, that of its closest existing parent. */
export function offsetAt(text: string, path: readonly (string | number)[]): number {
  let { offset } = rootOf(text);
  for (const step of path) {
    const found = childAt(text, offset, step);
    if (found === undefined) return offset;
    offset = found.value;
  }
  return offset;
}

function childAt(text: string, offset: number, step: string | number): JsonChild | undefined {
  if (text[offset] !== '{' && text[offset] !== '[') return undefined;
  let index = 0;
  for (const child of childrenOf(text, offset)) {
    if (child.key === null ? index === step : child.key === step) return child;
    index += 1;
  }
  return undefined;
}

function endOfValue(text: string, from: number): number {
  const first = text.charCodeAt(from);
  if (first === QUOTE) return endOfString(text, from) + 1;
  if (!isOpening(first)) return endOfWord(text, from);
  let level = 0;
  for (let i = from; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === QUOTE) i = endOfString(text, i);
    else if (isOpening(code)) level += 1;
    else if (isClosing(code) && --level === 0) return i + 1;
  }
  return text.length;
}

function endOfWord(text: string, from: number): number {
  let i = from;
  while (i < text.length && !isAfterWord(text.charCodeAt(i))) i += 1;
  return i;
}

function isAfterWord(code: number): boolean {
  return code === COMMA || isClosing(code) || isSpace(code);
}

function skipSpace(text: string, from: number): number {
  let i = from;
  while (isSpace(text.charCodeAt(i))) i += 1;
  return i;
}
