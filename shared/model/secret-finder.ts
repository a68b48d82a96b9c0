import { utf8Of, BASE64_DIGITS } from '../values/base64.ts';
import { base64Views, plainView, viewsOf, withoutLineEnds, type View } from '../values/decoded-views.ts';
import { foldOf, TextMatcher, type Span, type Word } from '../values/text-matcher.ts';
import { SHORTEST_SECRET, textsOfSecret } from './secret-texts.ts';
import { RUN_KEY } from './secrets.ts';

/** Number of digits of an encoded secret to search for. They identify it; the rest of its length is found with them. */
const DIGITS = 24;
/** The same for files: those of one kind begin alike. */
const FILE_DIGITS = 160;

/**
 * Characters that are read as one: a form has plus signs for spaces, Base64 has two alphabets, and hexadecimal digits two cases. One
 * pass over a text finds all spellings so, and what differs from a secret in these alone is masked, too.
 */
const FOLD = foldOf('+ ', '- ', '_/', ...Array.from('ABCDEF', (digit) => digit + digit.toLowerCase()));

/** Matches a text that has to be decoded: escapes, line ends in digits, and texts in Base64. */
const ENCODED = /[\\%&\r\n]|[\w+/-]{16}/;

/** A word and the index of the secret that it shows. */
type SecretWord = Word & { readonly index: number };

/**
 * Finds secrets in a text: as they are, and in what `viewsOf` decodes and `ENCODINGS` write. Its time grows with the text, not with the
 * number of secrets.
 */
export class SecretFinder {
  readonly #matcher: TextMatcher;
  readonly #words: readonly SecretWord[];

  private constructor(matcher: TextMatcher, words: readonly SecretWord[]) {
    this.#matcher = matcher;
    this.#words = words;
  }

  /**
   * Makes a finder of secrets, and of the keys of runs in digits, whose index is the number of secrets. `undefined` when no
   * secret is long enough to be found.
   */
  static of(secrets: readonly string[]): SecretFinder | undefined {
    const words: SecretWord[] = [];
    for (const [index, secret] of secrets.entries()) {
      for (const word of wordsOf(secret)) words.push({ ...word, index });
    }
    if (words.length > 0) words.push(...runKeyWords().map((word) => ({ ...word, index: secrets.length })));
    return words.length === 0 ? undefined : new SecretFinder(TextMatcher.of(words, FOLD), words);
  }

  /**
   * The ranges of a text that show secrets, in order, and the index of a secret in each.
   * @param isCut true for a text whose end is missing: it may end within a secret
   */
  find(text: string, isCut = false): readonly Span[] {
    return ENCODED.test(text) ? this.#findDecoded(text, isCut) : this.#found(text, isCut);
  }

  #found(text: string, isCut: boolean): readonly Span[] {
    return this.#matcher.find(text, isCut).map((span) => ({
      from: span.from,
      to: Math.min(span.to, text.length),
      word: this.#words[span.word]?.index ?? 0,
    }));
  }

  #findDecoded(text: string, isCut: boolean): readonly Span[] {
    const found: Span[] = [];
    const whole = this.#addFound(found, plainView(text), isCut);
    for (const view of base64Views(whole)) {
      this.#addFound(found, view, isCut);
    }
    return found.length < 2 ? found : merged(found);
  }

  /** Adds what a view shows, decoded in every way. Returns it with everything decoded, without line ends in digits. */
  #addFound(found: Span[], of: View, isCut: boolean): View {
    let joined = of;
    for (const decoded of viewsOf(of)) {
      joined = withoutLineEnds(decoded);
      for (const view of new Set([decoded, joined])) {
        for (const { from, to, word } of this.#found(view.text, isCut))
          found.push({ ...view.originOf(from, to), word });
      }
    }
    return joined;
  }
}

/** The texts that show a secret, each at least as long as the shortest secret. */
function wordsOf(secret: string): Word[] {
  const { wholes, lines } = textsOfSecret(secret);
  const words: Word[] = [];
  for (const [count, text] of [...wholes, ...lines].entries()) {
    for (const spelling of new Set(spellingsOf(text))) words.push({ text: spelling, length: spelling.length });
    const most = count < wholes.length && lines.length > 0 ? FILE_DIGITS : DIGITS;
    const bytes = utf8Of(text);
    for (const encode of ENCODINGS) words.push(...encode(bytes, most));
  }
  return words.filter(({ text }) => text.length >= SHORTEST_SECRET);
}

/** Digits that the beginning of a run's key determines, in each encoding. */
const RUN_KEY_DIGITS = 10;

/** The digits of any run's key. As it is, a key is found by its form. */
function runKeyWords(): Word[] {
  const key = utf8Of(RUN_KEY.prefix.padEnd(RUN_KEY.length, '0'));
  return ENCODINGS.flatMap((encode) => encode(key, RUN_KEY_DIGITS));
}

/** The texts that a text of a secret becomes once escapes are decoded, and its bytes as Latin-1. */
function spellingsOf(text: string): string[] {
  const decoded = viewsOf(plainView(text)).map((view) => view.text);
  const all = /[^\x00-\x7f]/.test(text) ? [...decoded, binaryOf(text)] : decoded;
  return all.filter((each) => each.trim().length >= SHORTEST_SECRET);
}

function binaryOf(text: string): string {
  return utf8Of(text)
    .map((byte) => String.fromCharCode(byte))
    .join('');
}

/** Ranges in order; those that overlap are one, with the secret of the longest. */
function merged(spans: Span[]): Span[] {
  spans.sort((a, b) => a.from - b.from || b.to - a.to);
  const result: Span[] = [];
  let longest = 0;
  for (const span of spans) {
    const last = result.at(-1);
    const length = span.to - span.from;
    if (last === undefined || span.from >= last.to) {
      result.push(span);
      longest = length;
      continue;
    }
    const word = length > longest ? span.word : last.word;
    longest = Math.max(longest, length);
    result[result.length - 1] = { from: last.from, to: Math.max(last.to, span.to), word };
  }
  return result;
}

/**
 * A way in which bytes are written as digits: lists the digits that are found in whatever holds the bytes. They may be the first ones
 * only; the length is that of all.
 */
type Encoding = (bytes: readonly number[], most: number) => readonly Word[];

/** All encodings. */
const ENCODINGS: readonly Encoding[] = [
  (bytes, most) => [0, 1, 2].map((before) => inBase64(bytes, before, most)),
  (bytes, most) => [inHex(bytes, most)],
];

function inHex(bytes: readonly number[], most: number): Word {
  const digits = bytes.slice(0, most / 2).map((byte) => byte.toString(16).padStart(2, '0'));
  return { text: digits.join(''), length: bytes.length * 2 };
}

/** The Base64 digits that depend on the bytes alone. @param before number of preceding bytes, modulo 3 */
function inBase64(bytes: readonly number[], before: number, most: number): Word {
  const from = Math.ceil((before * 8) / 6);
  const to = Math.floor(((before + bytes.length) * 8) / 6);
  let text = '';
  for (let digit = from; digit < Math.min(to, from + most); digit++) {
    const bit = digit * 6 - before * 8;
    const pair = ((bytes[Math.floor(bit / 8)] ?? 0) << 8) | (bytes[Math.floor(bit / 8) + 1] ?? 0);
    text += BASE64_DIGITS.charAt((pair >> (10 - (bit % 8))) & 63);
  }
  return { text, length: to - from };
}
