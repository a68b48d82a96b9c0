/** What stands in a log in place of a secret. */
const MASK = '****';

/** Shorter secrets are masked only where they stand alone: a password "a" would else blacken every word, and so give itself away. */
const STANDS_ALONE_BELOW = 4;

/**
 * A function that replaces secrets in a text by `****`: as they are, line by line (a key of several lines is logged
 * line by line), as they look in JSON and in URLs, and without the scheme before them (`Bearer …`).
 */
export function createMasker(secrets: readonly string[]): (text: string) => string {
  const spellings = [...new Set(secrets.flatMap(spellingsOf))];
  if (spellings.length === 0) return (text) => text;
  return (text) => replaceSpans(text, mergeSpans(spellings.flatMap((spelling) => spansOf(spelling, text))));
}

interface Span {
  readonly from: number;
  readonly to: number;
}

function spellingsOf(secret: string): string[] {
  const bare = /^(?:Basic|Bearer|Token)\s+(\S.*)$/i.exec(secret)?.[1];
  const lines = [secret, ...(bare === undefined ? [] : [bare])].flatMap((text) => text.split(/\r\n|[\r\n]/));
  const texts = lines.map((line) => line.trim()).filter((line) => line !== '');
  return [...texts, JSON.stringify(secret).slice(1, -1)]
    .flatMap((text) => [text, JSON.stringify(text).slice(1, -1), inUrl(text)])
    .filter((text) => text.trim() !== '');
}

function inUrl(text: string): string {
  // Half a surrogate pair cannot be written in a URL.
  return /\p{Surrogate}/u.test(text) ? text : encodeURIComponent(text);
}

function spansOf(spelling: string, text: string): Span[] {
  const spans: Span[] = [];
  for (let from = text.indexOf(spelling); from >= 0; from = text.indexOf(spelling, from + 1)) {
    const to = from + spelling.length;
    if (spelling.length >= STANDS_ALONE_BELOW || standsAlone(text, from, to)) spans.push({ from, to });
  }
  return spans;
}

function standsAlone(text: string, from: number, to: number): boolean {
  const isWord = (character: string) => /[\p{L}\p{N}_]/u.test(character);
  return !isWord(text.charAt(from - 1)) && !isWord(text.charAt(to));
}

/** Overlapping spans become one, so that no end of a secret looks out from under another's mask. */
function mergeSpans(spans: readonly Span[]): Span[] {
  const merged: Span[] = [];
  for (const span of [...spans].sort((a, b) => a.from - b.from)) {
    const last = merged.at(-1);
    if (last !== undefined && span.from < last.to)
      merged[merged.length - 1] = { from: last.from, to: Math.max(last.to, span.to) };
    else merged.push(span);
  }
  return merged;
}

function replaceSpans(text: string, spans: readonly Span[]): string {
  let result = '';
  let at = 0;
  for (const { from, to } of spans) {
    result += text.slice(at, from) + MASK;
    at = to;
  }
  return result + text.slice(at);
}
