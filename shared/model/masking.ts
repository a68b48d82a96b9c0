import type { Span } from '../values/text-matcher.ts';
import { SecretFinder } from './secret-finder.ts';
import { MASK, masked } from './secrets.ts';

/**
 * Replaces secrets in a text.
 * @param end `cut` for a text whose end is missing, which may end within a secret
 */
export type Masker = (text: string, end?: 'cut') => string;

/** Replaces nothing. */
export const UNCHANGED: Masker = (text) => text;

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

/** Prepares the masker of a list of secrets, so that its first use takes no time. */
export function prepareMasker(secrets: readonly string[]): void {
  if (secrets.length > 0 && !maskers.has(secrets))
    maskers.set(
      secrets,
      preparedReplacer(secrets, () => MASK),
    );
}

/**
 * Makes a masker of secrets of at least four characters, in any spelling.
 * @param replacement returns the replacement of the secret with this index; for the key of a run, the index is the number of secrets
 */
export function createReplacer(secrets: readonly string[], replacement: (index: number) => string): Masker {
  if (secrets.length === 0) return UNCHANGED;
  let replacer: Masker | undefined;
  return (text, end) => (replacer ??= preparedReplacer(secrets, replacement))(text, end);
}

/** Does the same as `createReplacer`, but at once. */
export function preparedReplacer(secrets: readonly string[], replacement: (index: number) => string): Masker {
  const finder = SecretFinder.of(secrets);
  return finder === undefined
    ? UNCHANGED
    : (text, end) => replaced(text, finder.find(text, end === 'cut'), replacement);
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

/** Kinds of secrets, as named in placeholders. */
export type SecretKind = 'api-key' | 'admin-token' | 'webhook' | 'definition' | 'credential' | 'private-key' | 'value';

/** Functions that replace secrets. */
export interface Redaction {
  /** Replaces secrets within a text. */
  readonly text: Masker;
  /** Replaces a text that is secret as a whole, at any length. */
  readonly secret: (value: string, kind: SecretKind) => string;
  /** True when fields of every JSON body are masked by their names. */
  readonly judgesNames: boolean;
}

/** Replaces secrets by `****`: those of a masker, and API keys of the usual form. @param current returns the masker of the moment */
export function maskingRedaction(current: () => Masker): Redaction {
  return {
    text: (text, end) => withoutKeys(current()(text, end)),
    secret: masked,
    judgesNames: false,
  };
}

function withoutKeys(text: string): string {
  return text.includes('tkn_') ? text.replace(API_KEY, masked) : text;
}

/** Also what follows a known key that is the beginning of an unknown one. */
const API_KEY = /\btkn_(?:\*{4})?[\w-]+/g;
