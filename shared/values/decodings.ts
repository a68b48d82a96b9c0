/** A way in which texts are escaped, character by character. */
export interface Decoding {
  /** Character with which each escape begins. */
  readonly sign: string;
  /** Decodes the escape that begins at a place; `undefined` when none does. */
  readonly decode: (text: string, at: number) => Decoded | undefined;
}

/** A decoded character, and the length of its escape. */
export interface Decoded {
  readonly text: string;
  readonly length: number;
}

const PLAIN = '"\'\\/';
const SIGNS = 'bfnrt';
const CONTROLS = '\b\f\n\r\t';

/** Numbers of hexadecimal digits by the letter before them. */
const DIGITS: Readonly<Record<string, number>> = { u: 4, U: 8, x: 2 };

/** Escapes in the texts of JSON, JavaScript, Python and other languages. */
const json: Decoding = {
  sign: '\\',
  decode: (text, at) => {
    const letter = text.charAt(at + 1);
    const count = DIGITS[letter];
    if (count !== undefined) {
      const code = hexIn(text, at + 2, count);
      return code < 0 ? inBraces(text, at) : { text: characterOf(code), length: 2 + count };
    }
    if (letter === '') return undefined;
    if (PLAIN.includes(letter)) return { text: letter, length: 2 };
    const control = SIGNS.indexOf(letter);
    return control < 0 ? undefined : { text: CONTROLS.charAt(control), length: 2 };
  },
};

/** Decodes `\u{1f600}`. */
function inBraces(text: string, at: number): Decoded | undefined {
  const [escape, digits = ''] = /^\\u\{([\da-fA-F]{1,6})\}/.exec(text.slice(at, at + 10)) ?? [];
  return escape === undefined ? undefined : { text: characterOf(parseInt(digits, 16)), length: escape.length };
}

/** Escapes of URLs and forms, those of `escape()` too. Bytes that are no UTF-8 count as Latin-1. */
const url: Decoding = {
  sign: '%',
  decode: (text, at) => {
    const first = hexIn(text, at + 1, 2);
    if (first >= 0xc0) return inUtf8(text, at, first);
    if (first >= 0) return { text: String.fromCharCode(first), length: 3 };
    const code = text.charAt(at + 1) === 'u' ? hexIn(text, at + 2, 4) : -1;
    return code < 0 ? undefined : { text: String.fromCharCode(code), length: 6 };
  },
};

function inUtf8(text: string, at: number, first: number): Decoded {
  const count = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  let code = first & (0x7f >> count);
  for (let next = at + 3; next < at + 3 * count; next += 3) {
    const byte = text.charAt(next) === '%' ? hexIn(text, next + 1, 2) : -1;
    if ((byte & 0xc0) !== 0x80) return { text: String.fromCharCode(first), length: 3 };
    code = code * 64 + (byte & 63);
  }
  return { text: characterOf(code), length: 3 * count };
}

/** Characters of HTML and XML. */
const entities: Decoding = {
  sign: '&',
  decode: (text, at) => {
    const end = text.slice(at, at + 12).indexOf(';');
    const name = text.slice(at + 1, at + end);
    const named = name.startsWith('#') ? numbered(name) : ENTITIES.get(name);
    return end < 0 || named === undefined ? undefined : { text: named, length: end + 1 };
  },
};

/** The character of `#38` or `#x26`. */
function numbered(name: string): string | undefined {
  const [, decimal, hex = ''] = /^#(?:(\d+)|[xX]([\da-fA-F]+))$/.exec(name) ?? [];
  if (decimal === undefined && hex === '') return undefined;
  return characterOf(decimal === undefined ? parseInt(hex, 16) : Number(decimal));
}

/** All decodings. */
export const DECODINGS: readonly Decoding[] = [json, url, entities];

/** The character with a code; U+FFFD for none. */
function characterOf(code: number): string {
  return code <= 0xffff ? String.fromCharCode(code) : code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
}

/** The number that hexadecimal digits at a place mean; -1 for other characters. */
function hexIn(text: string, from: number, count: number): number {
  let number = 0;
  for (let at = from; at < from + count; at++) {
    const unit = text.charCodeAt(at);
    const letter = unit | 0x20;
    const digit = unit >= 0x30 && unit <= 0x39 ? unit - 0x30 : letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
    // Not so at the end of the text either.
    if (digit < 0) return -1;
    number = number * 16 + digit;
  }
  return number;
}

/** Characters of HTML by their names: those of ASCII, and Latin-1 from its first to its last. */
const ENTITIES: ReadonlyMap<string, string> = new Map([
  ...[
    ...[
      'Tab\t',
      'NewLine\n',
      'excl!',
      'quot"',
      'QUOT"',
      'num#',
      'dollar$',
      'percnt%',
      'amp&',
      'AMP&',
      "apos'",
      'lpar(',
    ],
    ...[
      'rpar)',
      'ast*',
      'plus+',
      'comma,',
      'period.',
      'sol/',
      'colon:',
      'semi;',
      'lt<',
      'LT<',
      'equals=',
      'gt>',
      'GT>',
    ],
    ...['quest?', 'commat@', 'lsqb[', 'lbrack[', 'bsol\\', 'rsqb]', 'rbrack]', 'Hat^', 'lowbar_', 'grave`', 'lcub{'],
    ...['lbrace{', 'verbar|', 'vert|', 'rcub}', 'rbrace}', 'hyphen\u2010', 'dash\u2010'],
  ].map((each): [string, string] => [each.slice(0, -1), each.slice(-1)]),
  ...(
    'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para ' +
    'middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute ' +
    'Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml ' +
    'Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml ' +
    'eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml'
  )
    .split(' ')
    .map((name, index): [string, string] => [name, String.fromCharCode(160 + index)]),
]);
