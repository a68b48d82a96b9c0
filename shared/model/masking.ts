import { TextMatcher, type Span } from '../values/text-matcher.ts';

/** Replacement of a secret. */
export const MASK = '****';

/** Shorter values are left alone: masking a password "a" would blacken every word, and so give itself away. */
export const SHORTEST_SECRET = 4;

/** Replaces secrets in a text by `****`. */
export type Masker = (text: string) => string;

/**
 * Makes a masker of secrets of at least four characters: as they are, line by line (a key of several lines is logged
 * line by line), as they look in JSON and in URLs, and without the scheme before them (`Bearer …`). It takes a time that
 * grows with the text, not with the number of secrets.
 */
export function createMasker(secrets: readonly string[]): Masker {
  const spellings = [...new Set(secrets.flatMap(spellingsOf))];
  if (spellings.length === 0) return (text) => text;
  const matcher = new TextMatcher(spellings);
  return (text) => replaceSpans(text, matcher.find(text));
}

function spellingsOf(secret: string): string[] {
  const bare = /^(?:Basic|Bearer|Token)\s+(\S.*)$/i.exec(secret)?.[1];
  const password = passwordInUrl(secret);
  const parts = [secret, bare, password, password && decoded(password)].filter((part) => part !== undefined);
  const lines = parts.flatMap((text) => text.split(/\r\n|[\r\n]/));
  const texts = [...lines.map((line) => line.trim()), inJson(secret)];
  return texts
    .filter((text) => text.trim().length >= SHORTEST_SECRET)
    .flatMap((text) => [text, inJson(text), inUrl(text)]);
}

/** The password of an address such as `postgres://user:password@host`, as it is written there. */
export function passwordInUrl(text: string): string | undefined {
  return /^[a-z][a-z0-9+.-]*:\/\/[^/?#\s:@]*:([^/?#\s]+)@/i.exec(text)?.[1];
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function inUrl(text: string): string {
  // Half a surrogate pair cannot be written in a URL.
  return /\p{Surrogate}/u.test(text) ? text : encodeURIComponent(text);
}

function replaceSpans(text: string, spans: readonly Span[]): string {
  if (spans.length === 0) return text;
  const parts: string[] = [];
  let at = 0;
  for (const { from, to } of spans) {
    parts.push(text.slice(at, from), MASK);
    at = to;
  }
  parts.push(text.slice(at));
  return parts.join('');
}
