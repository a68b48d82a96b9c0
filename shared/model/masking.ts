import { runToEnd } from '../values/run-to-end.ts';
import type { Span } from '../values/text-matcher.ts';
import { SecretFinder } from './secret-finder.ts';
import { MASK } from './secrets.ts';

/**
 * Replaces secrets in a text.
 * @param end `cut` for a text whose end is missing, which may end within a secret
 */
export type Masker = (text: string, end?: 'cut') => string;

/** Replaces secrets in texts. */
export interface Replacer {
  readonly text: Masker;
  /** The same as `text`, but yields often. */
  readonly textInSteps: (text: string, end?: 'cut') => Generator<void, string, undefined>;
}

/** Replaces nothing. */
export const UNCHANGED: Replacer = {
  text: (text) => text,
  *textInSteps(text) {
    return text;
  },
};

/** Maskers by their list of secrets, so that one list is prepared once. */
const maskers = new WeakMap<readonly string[], Masker>();

/**
 * Makes a masker that replaces secrets of at least four characters by `****`, in any spelling (`secret-finder.ts`). It is the same for
 * the same list, and prepared when the first text is masked, unless `prepareMasker` did.
 */
export function createMasker(secrets: readonly string[]): Masker {
  let masker = maskers.get(secrets);
  if (masker === undefined) maskers.set(secrets, (masker = createReplacer(secrets, () => MASK)));
  return masker;
}

/** Prepares the masker of a list of secrets, so that its first use takes no time. Yields often. */
export function* prepareMasker(secrets: readonly string[]): Generator<void, void, undefined> {
  if (secrets.length > 0 && !maskers.has(secrets))
    maskers.set(secrets, (yield* replacerInSteps(secrets, () => MASK)).text);
}

/**
 * Makes a masker of secrets of at least four characters, in any spelling.
 * @param replacement returns the replacement of the secret with this index; for the key of a run, the index is the number of secrets
 */
export function createReplacer(secrets: readonly string[], replacement: (index: number) => string): Masker {
  if (secrets.length === 0) return UNCHANGED.text;
  let replacer: Replacer | undefined;
  return (text, end) => (replacer ??= runToEnd(replacerInSteps(secrets, replacement))).text(text, end);
}

/** Does the same as `createReplacer`, but at once, and yields often. */
export function* replacerInSteps(
  secrets: readonly string[],
  replacement: (index: number) => string,
): Generator<void, Replacer, undefined> {
  const finder = yield* SecretFinder.inSteps(secrets);
  if (finder === undefined) return UNCHANGED;
  const textInSteps: Replacer['textInSteps'] = function* (text, end) {
    return replaced(text, yield* finder.findInSteps(text, end === 'cut'), replacement);
  };
  return { text: (text, end) => runToEnd(textInSteps(text, end)), textInSteps };
}

function replaced(text: string, spans: readonly Span[], replacement: (index: number) => string): string {
  if (spans.length === 0) return text;
  const parts: string[] = [];
  let at = 0;
  for (const { from, to, word } of spans) {
    parts.push(text.slice(at, from), replacement(word));
    at = to;
  }
  return parts.join('') + text.slice(at);
}
