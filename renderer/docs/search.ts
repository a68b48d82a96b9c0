/** A section in the search index. */
export interface IndexedSection {
  /** The title of its page. */
  readonly page: string;
  readonly title: string;
  readonly address: string;
  readonly text: string;
}

/** A search result. */
export interface SearchResult extends IndexedSection {
  /** The text around the first match: before, match, after. */
  readonly excerpt: readonly [string, string, string];
}

const MAX_RESULTS = 12;
const EXCERPT_BEFORE = 40;
const EXCERPT_AFTER = 90;

/** The sections that contain every word of a query, best first. Matches in titles count more than those in texts. */
export function search(sections: readonly IndexedSection[], query: string): SearchResult[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  return sections
    .map((section) => ({ section, score: scoreOf(section, words) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, MAX_RESULTS)
    .map(({ section }) => ({ ...section, excerpt: excerptOf(section.text, words) }));
}

/** The sum of all words' scores; 0 when one is missing. */
function scoreOf({ page, title, text }: IndexedSection, words: readonly string[]): number {
  const scores = words.map((word) => 6 * matchOf(title, word) + 3 * matchOf(page, word) + matchOf(text, word));
  return scores.includes(0) ? 0 : scores.reduce((sum, score) => sum + score);
}

/** 2 for a match at the start of a word, 1 within a word, 0 for none. */
function matchOf(text: string, word: string): number {
  const lower = text.toLowerCase();
  for (let at = lower.indexOf(word); at !== -1; at = lower.indexOf(word, at + 1)) {
    if (!/[\p{L}\p{N}]/u.test(lower[at - 1] ?? '')) return 2;
  }
  return lower.includes(word) ? 1 : 0;
}

function excerptOf(text: string, words: readonly string[]): [string, string, string] {
  const lower = text.toLowerCase();
  const word = words.find((each) => lower.includes(each)) ?? '';
  const at = word === '' ? 0 : lower.indexOf(word);
  const end = at + word.length;
  const start = at <= EXCERPT_BEFORE ? 0 : text.lastIndexOf(' ', at - EXCERPT_BEFORE) + 1;
  const stop = text.length - end <= EXCERPT_AFTER ? text.length : text.indexOf(' ', end + EXCERPT_AFTER);
  const last = stop === -1 ? text.length : stop;
  return [
    `${start > 0 ? '… ' : ''}${text.slice(start, at)}`,
    text.slice(at, end),
    `${text.slice(end, last)}${last < text.length ? ' …' : ''}`,
  ];
}
