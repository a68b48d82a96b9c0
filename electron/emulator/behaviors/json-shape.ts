import { COLON, COMMA, endOfString, isClosing, isOpening, QUOTE } from '../../../shared/values/json-text.ts';
import { OUTPUT_LIMITS } from './limits.ts';

/** Characters of a path that an error quotes. */
const QUOTED = 100;

/** The shape of a JSON text. */
export interface JsonShape {
  /** Levels of nesting; 0 for a value that is neither object nor list. */
  readonly depth: number;
  /** Objects and lists. */
  readonly containers: number;
  /** Values of any kind: it, and all that are in it. */
  readonly values: number;
  /** Members of the object that has most. */
  readonly widest: number;
  /** It has neither white space between values nor escapes by number, so that it is as long as `JSON.stringify` would make it. */
  readonly isCompact: boolean;
}

const SPACE = 0x20;

/** Measures a JSON text without parsing it, in one pass; stops where `levels` or a limit of an output is passed. */
export function shapeOf(json: string, levels: number = OUTPUT_LIMITS.depth): JsonShape {
  const members: number[] = [];
  let depth = 0;
  let containers = 0;
  let values = 1;
  let widest = 0;
  let isCompact = !json.includes('\\u');
  let isEmpty = false;
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at);
    if (code <= SPACE) {
      isCompact = false;
      continue;
    }
    if (code === QUOTE) at = endOfString(json, at);
    else if (code === COMMA) {
      if (++values > OUTPUT_LIMITS.values) break;
    } else if (code === COLON) {
      const own = (members.at(-1) ?? 0) + 1;
      members[members.length - 1] = own;
      if (own > widest) widest = own;
    } else if (isOpening(code)) {
      depth = Math.max(depth, members.push(0));
      if (++containers > OUTPUT_LIMITS.containers || depth > levels) break;
    } else if (isClosing(code)) {
      members.pop();
      // One value more than there are commas.
      if (!isEmpty) values++;
    }
    isEmpty = isOpening(code);
  }
  return { depth, containers, values, widest, isCompact };
}

/** Throws an Error that says which limit an output of this many characters and this shape passes. */
export function checkOutput(characters: number, shape: Omit<JsonShape, 'isCompact'>): void {
  if (characters > OUTPUT_LIMITS.characters) throw new Error(tooLarge(characters));
  checkShape(shape, OUTPUT_LIMITS.depth, 'the output');
}

/** Throws an Error that says which limit a shape passes; `what` names the whole. */
export function checkShape(shape: Omit<JsonShape, 'isCompact'>, levels: number, what: string): void {
  const { depth, containers, values, widest } = shape;
  const { containers: most, values: mostValues, members } = OUTPUT_LIMITS;
  if (depth > levels) throw new Error(`${what} is nested more than ${levels} levels deep`);
  if (containers > most) throw new Error(`${what} has more than ${most.toLocaleString('en')} objects and lists`);
  if (values > mostValues) throw new Error(`${what} has more than ${mostValues.toLocaleString('en')} values`);
  if (widest > members)
    throw new Error(`an object in ${what} has more than ${members.toLocaleString('en')} members; use a list`);
}

/** Throws a RangeError when the path of a change is longer than an output is deep. */
export function checkPath(path: string): void {
  const { pathCharacters, depth } = OUTPUT_LIMITS;
  const refuse = (count: number, what: string, most: number): never => {
    const problem = `has ${count.toLocaleString('en')} ${what}, and at most ${most.toLocaleString('en')} are allowed`;
    throw new RangeError(`the path ${quoted(path)} of an output ${problem}`);
  };
  if (path.length > pathCharacters) refuse(path.length, 'characters', pathCharacters);
  const parts = path.split('.').length;
  if (parts > depth) refuse(parts, 'parts', depth);
}

/** A path in quotes, cut where it is long. */
export function quoted(path: string): string {
  return `"${path.length > QUOTED ? `${path.slice(0, QUOTED)}…` : path}"`;
}

/** Says how much JSON there is and how much there may be. */
export function tooLarge(characters: number): string {
  return `the output is too large: ${(characters / 1_000_000).toFixed(1)} MB of JSON, and at most ${OUTPUT_LIMITS.characters / 1_000_000} MB are kept`;
}
