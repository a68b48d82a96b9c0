/** Spellings of a word in lower case in a file: JSON in UTF-8, in upper and lower case. */
export interface StoredWord {
  /** Pattern of the word's longest part that stands in the file as it is, for bytes that are read as Latin-1. */
  readonly part: RegExp;
  /** Characters that become a letter of the part in lower case and that the pattern does not know, in UTF-8. */
  readonly strangers: readonly Buffer[];
}

/** The Kelvin sign and the capital I with a dot: the only characters outside ASCII whose lower case is within it. */
const STRANGERS: Readonly<Record<string, string>> = { k: '\u212a', i: '\u0130' };

/** Letters of more than two forms, and the dot that the capital I with a dot leaves behind. */
const MANY_FORMS = /[åßθωǆǉǌǳ]|\u0307/;

/** Returns the spellings of a word in a file; `undefined` when each of its characters has too many. */
export function storedWord(word: string): StoredWord | undefined {
  let part: readonly string[] = [];
  let longest = part;
  for (const character of word) {
    const pattern = patternOf(character);
    part = pattern === undefined ? [] : [...part, pattern];
    if (part.length > longest.length) longest = part;
  }
  if (longest.length === 0) return undefined;
  const strangers = longest.flatMap((pattern) => STRANGERS[pattern] ?? []);
  return { part: new RegExp(longest.join(''), 'gi'), strangers: [...new Set(strangers)].map((it) => Buffer.from(it)) };
}

/** The pattern of a character; `undefined` for one that JSON escapes, or that has other forms than upper and lower case. */
function patternOf(character: string): string | undefined {
  if (/^[\w ]$/.test(character)) return character;
  // Control characters, quotes, backslashes and halves of surrogate pairs are escaped.
  if (/^[\0-\x1f"\\\x7f\ud800-\udfff]$/.test(character) || MANY_FORMS.test(character)) return undefined;
  const upper = character.toUpperCase();
  if (Array.from(upper).length > 1) return undefined;
  const forms = upper === character ? [character] : [character, upper];
  return `(?:${forms.map(bytesPattern).join('|')})`;
}

/** A pattern of the bytes of a text. */
function bytesPattern(text: string): string {
  return [...Buffer.from(text)].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('');
}
