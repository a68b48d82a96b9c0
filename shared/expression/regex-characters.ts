/** Position of a parser in a regular expression, and the flags that change its meaning. */
export interface Cursor {
  readonly source: string;
  readonly unicode: boolean;
  readonly dotAll: boolean;
  at: number;
}

/** JavaScript's `\s` and `\S`, wider than RE2's. */
const SPACES =
  '\\x{9}-\\x{d}\\x{20}\\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}';
const NO_SPACES =
  '\\x{0}-\\x{8}\\x{e}-\\x{1f}\\x{21}-\\x{9f}\\x{a1}-\\x{167f}\\x{1681}-\\x{1fff}\\x{200b}-\\x{2027}' +
  '\\x{202a}-\\x{202e}\\x{2030}-\\x{205e}\\x{2060}-\\x{2fff}\\x{3001}-\\x{fefe}\\x{ff00}-\\x{10ffff}';
const ANYTHING = '\\x{0}-\\x{10ffff}';
const CONTROLS: Readonly<Record<string, number>> = { t: 9, n: 10, v: 11, f: 12, r: 13, 0: 0 };

/** An escape outside a class in RE2's syntax; null for back references and others that RE2 lacks. */
export function readEscape(cursor: Cursor): string | null {
  const letter = cursor.source.charAt(cursor.at + 1);
  if (letter === 'b' || letter === 'B') {
    cursor.at += 2;
    return `\\${letter}`;
  }
  if (letter === 's' || letter === 'S') {
    cursor.at += 2;
    return `[${letter === 's' ? SPACES : NO_SPACES}]`;
  }
  if (letter === 'k' || /[1-9]/.test(letter)) return unknownEscape(cursor);
  return readClassEscape(cursor);
}

function unknownEscape(cursor: Cursor): null {
  cursor.at += /^\\(?:\d+|k<[^>]*>|.)/s.exec(cursor.source.slice(cursor.at))?.[0].length ?? 2;
  return null;
}

/** A whole `[…]` in RE2's syntax. */
export function readClass(cursor: Cursor): string | null {
  cursor.at++;
  const negated = cursor.source[cursor.at] === '^';
  if (negated) cursor.at++;
  let members: string | null = '';
  while (cursor.at < cursor.source.length && cursor.source[cursor.at] !== ']') {
    const member = readMember(cursor);
    members = members === null || member === null ? null : members + member;
  }
  cursor.at++;
  if (members === null) return null;
  if (members === '') return negated ? `[${ANYTHING}]` : `[^${ANYTHING}]`;
  return `[${negated ? '^' : ''}${members}]`;
}

/** A character, a range or a set like `\d`. */
function readMember(cursor: Cursor): string | null {
  const first = readClassAtom(cursor);
  const { source, at } = cursor;
  if (source[at] !== '-' || source[at + 1] === ']' || at + 1 >= source.length) return first;
  cursor.at++;
  const last = readClassAtom(cursor);
  if (first === null || last === null) return null;
  // Next to a set the hyphen is a plain character.
  return isCharacter(first) && isCharacter(last) ? `${first}-${last}` : `${first}\\x{2d}${last}`;
}

function isCharacter(written: string): boolean {
  return /^\\x\{[\da-f]+\}$/.test(written);
}

function readClassAtom(cursor: Cursor): string | null {
  if (cursor.source[cursor.at] === '\\') return readClassEscape(cursor, true);
  const point = cursor.source.codePointAt(cursor.at) ?? 0;
  cursor.at += point > 0xffff ? 2 : 1;
  return codePoint(point);
}

function readClassEscape(cursor: Cursor, inClass = false): string | null {
  const rest = cursor.source.slice(cursor.at, cursor.at + 80);
  const letter = rest.charAt(1);
  if (inClass && (letter === 's' || letter === 'S')) return take(cursor, 2, letter === 's' ? SPACES : NO_SPACES);
  if (/[dDwW]/.test(letter)) return take(cursor, 2, `\\${letter}`);
  const property = cursor.unicode ? /^\\([pP])\{(?:(?:Script|sc|gc|General_Category)=)?([^}=]+)\}/.exec(rest) : null;
  if (property) return take(cursor, property[0].length, `\\${property[1] ?? ''}{${property[2] ?? ''}}`);
  if (/^\\0\d/.test(rest) || (inClass && /^\\[1-9]/.test(rest)) || /^\\c[^A-Za-z]/.test(rest))
    return unknownEscape(cursor);
  return readCharacterEscape(cursor, rest, inClass);
}

function readCharacterEscape(cursor: Cursor, rest: string, inClass: boolean): string {
  const pair = /^\\u(d[89ab][\da-f]{2})\\u(d[c-f][\da-f]{2})/i.exec(rest);
  if (pair) {
    const text = String.fromCharCode(parseInt(pair[1] ?? '', 16), parseInt(pair[2] ?? '', 16));
    return take(cursor, pair[0].length, codePoint(text.codePointAt(0) ?? 0));
  }
  const hex =
    /^\\(?:x([\da-f]{2})|u([\da-f]{4}))/i.exec(rest) ?? (cursor.unicode ? /^\\(u)\{([\da-f]+)\}/i.exec(rest) : null);
  if (hex) return take(cursor, hex[0].length, codePoint(parseInt(hex[2] ?? hex[1] ?? '', 16)));
  const control = /^\\c([A-Za-z])/.exec(rest);
  if (control) return take(cursor, 3, codePoint((control[1] ?? '').charCodeAt(0) % 32));
  const point = rest.codePointAt(1) ?? 0;
  const known = inClass && rest[1] === 'b' ? 8 : CONTROLS[rest.charAt(1)];
  return take(cursor, point > 0xffff ? 3 : 2, codePoint(known ?? point));
}

function take<Result>(cursor: Cursor, length: number, result: Result): Result {
  cursor.at += length;
  return result;
}

function codePoint(point: number): string {
  return `\\x{${point.toString(16)}}`;
}
