import { COLON, COMMA, endOfString, isClosing, isOpening, QUOTE } from '../../../shared/values/json-text.ts';
import { OUTPUT_LIMITS } from './limits.ts';

/** Maximum length of a path in an error message, in characters. */
const QUOTED = 100;

/** The shape of a JSON text. */
interface JsonShape {
  /** Levels of nesting; 0 for a scalar. */
  readonly depth: number;
  /** Number of objects and lists. */
  readonly containers: number;
  /** Number of values of any kind, including the outermost. */
  readonly values: number;
  /** Number of members of the largest object. */
  readonly widest: number;
  /** True without white space between values and `\u` escapes: the text is as long as that of `JSON.stringify`. */
  readonly isCompact: boolean;
}

const SPACE = 0x20;

/** Measures a JSON text in one pass without parsing it. Stops when it exceeds `levels` or a limit of outputs. */
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
      // A container has one value more than commas.
      if (!isEmpty) values++;
    }
    isEmpty = isOpening(code);
  }
  return { depth, containers, values, widest, isCompact };
}

/** Throws an Error that names the limit an output exceeds. */
export function checkOutput(characters: number, shape: Omit<JsonShape, 'isCompact'>): void {
  if (characters > OUTPUT_LIMITS.characters) throw new Error(tooLarge(characters));
  checkShape(shape, OUTPUT_LIMITS.depth, 'the output');
}

/** Throws an Error that names the limit a shape exceeds. @param what name of the value in the error */
export function checkShape(shape: Omit<JsonShape, 'isCompact'>, levels: number, what: string): void {
  const { depth, containers, values, widest } = shape;
  const { containers: most, values: mostValues, members } = OUTPUT_LIMITS;
  if (depth > levels) throw new Error(`${what} is nested more than ${levels} levels deep`);
  if (containers > most) throw new Error(`${what} has more than ${most.toLocaleString('en')} objects and lists`);
  if (values > mostValues) throw new Error(`${what} has more than ${mostValues.toLocaleString('en')} values`);
  if (widest > members)
    throw new Error(`an object in ${what} has more than ${members.toLocaleString('en')} members; use a list`);
}

/** Throws a RangeError for a path that is longer than the limits of an output. */
export function checkPath(path: string): void {
  const { pathCharacters, depth } = OUTPUT_LIMITS;
  const refuse = (count: number, what: string, most: number): never => {
    const problem = `has ${count.toLocaleString('en')} ${what}; at most ${most.toLocaleString('en')} are allowed`;
    throw new RangeError(`the output path ${quoted(path)} ${problem}`);
  };
  if (path.length > pathCharacters) refuse(path.length, 'characters', pathCharacters);
  const parts = path.split('.').length;
  if (parts > depth) refuse(parts, 'parts', depth);
}

/** A path in quotes, shortened when it is long. */
export function quoted(path: string): string {
  return `"${path.length > QUOTED ? `${path.slice(0, QUOTED)}…` : path}"`;
}

/** The error message for an output that is too large. */
export function tooLarge(characters: number): string {
  return `the output is too large: ${(characters / 1_000_000).toFixed(1)} MB of JSON; at most ${OUTPUT_LIMITS.characters / 1_000_000} MB are allowed`;
}
