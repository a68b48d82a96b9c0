import { runToEnd } from '../values/run-to-end.ts';
import { TextMatcher, type Word } from '../values/text-matcher.ts';
import { spellingsOf } from './spellings.ts';

/** Replacement of a secret. */
export const MASK = '****';

/** Replaces secrets in a text. */
export type Masker = (text: string) => string;

const unchanged: Masker = (text) => text;

/** Makes a masker that replaces secrets of at least four characters by `****`, in any spelling (`spellings.ts`). */
export function createMasker(secrets: readonly string[]): Masker {
  return createReplacer(secrets, () => MASK);
}

/**
 * Makes a masker of secrets of at least four characters, in any spelling. Its time grows with the text, not with the number of secrets.
 * @param replacement returns the replacement of the secret with this index
 */
export function createReplacer(secrets: readonly string[], replacement: (index: number) => string): Masker {
  return secrets.length === 0 ? unchanged : runToEnd(replacerInSteps(secrets, replacement));
}

/** Does the same as `createReplacer`, and yields often. */
export function* replacerInSteps(
  secrets: readonly string[],
  replacement: (index: number) => string,
): Generator<void, Masker, undefined> {
  const spellings: (Word & { readonly index: number })[] = [];
  for (const [index, secret] of secrets.entries()) {
    for (const spelling of spellingsOf(secret)) spellings.push({ ...spelling, index });
    yield;
  }
  if (spellings.length === 0) return unchanged;
  const matcher = yield* TextMatcher.inSteps(spellings);
  return (text) => {
    const spans = matcher.find(text);
    if (spans.length === 0) return text;
    const parts: string[] = [];
    let at = 0;
    for (const { from, to, word } of spans) {
      parts.push(text.slice(at, from), replacement(spellings[word]?.index ?? 0));
      at = to;
    }
    return parts.join('') + text.slice(at);
  };
}
