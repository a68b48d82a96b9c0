import { readClass, readEscape, type Cursor } from './regex-characters.ts';

const QUANTIFIER = /^(?:[*+?]|\{(\d+)(?:(,)(\d*))?\})\??/;
const LINE_END = '\\n\\r\\x{2028}\\x{2029}';

/**
 * Parses a regular expression that JavaScript accepts, for its text in RE2's syntax and its cost for a backtracking engine.
 * Expands syntax that RE2 shares but interprets differently (`.`, `\s`, `[^]`).
 */
export function readPattern(source: string, flags: string): PatternPart {
  return readAlternatives({ source, at: 0, unicode: /[uv]/.test(flags), dotAll: flags.includes('s') });
}

function readAlternatives(cursor: Cursor): PatternPart {
  let part = readSequence(cursor);
  while (cursor.source[cursor.at] === '|') {
    cursor.at++;
    part = either(part, readSequence(cursor));
  }
  return part;
}

function readSequence(cursor: Cursor): PatternPart {
  let part = single('');
  while (cursor.at < cursor.source.length && !/[|)]/.test(cursor.source.charAt(cursor.at))) {
    part = inSequence(part, readQuantified(cursor));
  }
  return part;
}

function readQuantified(cursor: Cursor): PatternPart {
  const part = readAtom(cursor);
  const found = QUANTIFIER.exec(cursor.source.slice(cursor.at, cursor.at + 40));
  if (found === null) return part;
  cursor.at += found[0].length;
  const [least, most] = rounds(found);
  return repeated(part, least, most, found[0]);
}

function rounds([written, least, comma, most]: RegExpExecArray): [number, number] {
  if (least !== undefined) {
    return [Number(least), comma === undefined ? Number(least) : most ? Number(most) : Infinity];
  }
  return [written.startsWith('+') ? 1 : 0, written.startsWith('?') ? 1 : Infinity];
}

function readAtom(cursor: Cursor): PatternPart {
  const character = cursor.source.charAt(cursor.at);
  if (character === '(') return readGroup(cursor);
  if (character === '[') return single(readClass(cursor));
  if (character === '\\') return single(readEscape(cursor));
  const point = cursor.source.codePointAt(cursor.at) ?? 0;
  cursor.at += point > 0xffff ? 2 : 1;
  if (character === '^' || character === '$') return single(character);
  if (character === '.') return single(cursor.dotAll ? '(?s:.)' : `[^${LINE_END}]`);
  return single(`\\x{${point.toString(16)}}`);
}

function readGroup(cursor: Cursor): PatternPart {
  const [opening = '('] = /^\((?:\?(?:[:=!]|<[=!]|<[^>]*>))?/.exec(cursor.source.slice(cursor.at)) ?? [];
  cursor.at += opening.length;
  const inner = readAlternatives(cursor);
  cursor.at++;
  return /[=!]$/.test(opening) ? assertion(inner) : inGroup(inner, opening);
}

/**
 * Part of a regular expression: its text in RE2's syntax (null when RE2 lacks it), and its worst cost for a backtracking engine:
 * `paths` is the number of ways to match a text of `length`, `work` the number of steps to try them all.
 */
export interface PatternPart {
  readonly re2: string | null;
  readonly paths: (length: number) => number;
  readonly work: (length: number) => number;
  /** Approximate number of RE2 instructions. */
  readonly size: number;
  /** Begins with `^`, so it can only match at the beginning. */
  readonly anchored: boolean;
}

const one = (): number => 1;
const all = (length: number): number => length + 1;

/** Cost of a character set by property: with the flag `i` it takes RE2 most of a millisecond. */
const CHARACTER_TABLE = 50;

/** A part that matches in one way or not at all. Without RE2 text it is a back reference, which compares a whole text. */
function single(re2: string | null): PatternPart {
  const size = re2 === null || re2.includes('\\p') || re2.includes('\\P') ? CHARACTER_TABLE : 1;
  return { re2, paths: one, work: re2 === null ? all : one, size, anchored: re2 === '^' };
}

/** Parts one after another: every way through the first is tried with every way through the second. */
function inSequence(first: PatternPart, second: PatternPart): PatternPart {
  return {
    re2: first.re2 === null || second.re2 === null ? null : first.re2 + second.re2,
    paths: (length) => first.paths(length) * second.paths(length),
    work: (length) => first.work(length) + first.paths(length) * second.work(length),
    size: first.size + second.size,
    anchored: first.anchored || (first.re2 === '' && second.anchored),
  };
}

/** One part or the other: every way through each is tried. */
function either(first: PatternPart, second: PatternPart): PatternPart {
  return {
    re2: first.re2 === null || second.re2 === null ? null : `${first.re2}|${second.re2}`,
    paths: (length) => first.paths(length) + second.paths(length),
    work: (length) => 1 + first.work(length) + second.work(length),
    size: 1 + first.size + second.size,
    anchored: first.anchored && second.anchored,
  };
}

/** A part in a group written with `opening`. */
function inGroup(part: PatternPart, opening: string): PatternPart {
  return { ...part, re2: part.re2 === null ? null : `${opening}${part.re2})` };
}

/** A look-ahead or look-behind: it is never re-entered by backtracking, so its paths are added, not multiplied. */
function assertion(part: PatternPart): PatternPart {
  return { re2: null, paths: one, work: part.work, size: part.size, anchored: false };
}

/** A part repeated `least` to `most` times; `written` is the quantifier. */
function repeated(part: PatternPart, least: number, most: number, written: string): PatternPart {
  return {
    re2: part.re2 === null ? null : `(?:${part.re2})${written}`,
    paths: (length) => waysToRepeat(part.paths(length), least, Math.min(most, Math.max(length, least))),
    work: (length) => {
      const rounds = Math.min(most, Math.max(length, least)) + 1;
      return waysToRepeat(part.paths(length), 0, rounds) * part.work(length);
    },
    size: 1 + part.size * Math.max(1, Number.isFinite(most) ? most : least),
    anchored: false,
  };
}

function waysToRepeat(paths: number, least: number, most: number): number {
  if (paths <= 1) return most - least + 1;
  // An upper bound of the sum of paths^least … paths^most.
  return (most - least + 1) * paths ** most;
}
