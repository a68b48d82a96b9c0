import { assertion, either, inGroup, inSequence, repeated, single, type PatternPart } from './regex-cost.ts';
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
