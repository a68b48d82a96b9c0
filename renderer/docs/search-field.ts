const INDEX = '/docs/index.json';

/** The search of the documentation: results below the field while typing, arrow keys between them. */
export class SearchField {
  readonly #page: Document;
  readonly #field: HTMLInputElement;
  readonly #results: HTMLElement;
  readonly #count: HTMLElement;
  #sections: Promise<readonly IndexedSection[]> | undefined;

  constructor(page: Document) {
    const form = required(page.querySelector('form'));
    this.#page = page;
    this.#field = required(form.querySelector('input'));
    this.#results = required(form.querySelector<HTMLElement>('.results'));
    this.#count = required(form.querySelector<HTMLElement>('.count'));
    this.#field.placeholder = 'Search (press /)';
    this.#field.addEventListener('input', () => void this.#update());
    // Delayed, because the link must exist when the browser follows it.
    this.#results.addEventListener('click', () => setTimeout(() => this.#clear()));
    form.addEventListener('submit', (event) => this.#openFirst(event));
    form.addEventListener('keydown', (event) => this.#onFormKey(event));
    page.addEventListener('keydown', (event) => this.#onPageKey(event));
  }

  async #update(): Promise<void> {
    this.#sections ??= loadIndex();
    const { value } = this.#field;
    try {
      const found = search(await this.#sections, value);
      // Unless the query changed meanwhile.
      if (value === this.#field.value) this.#show(found, value.trim() === '' ? '' : countText(found.length));
    } catch {
      this.#sections = undefined;
      this.#show([], 'The search index could not be loaded.');
    }
  }

  #show(found: readonly SearchResult[], count: string): void {
    this.#results.replaceChildren(...found.map(resultOf));
    this.#results.hidden = found.length === 0;
    this.#count.textContent = count;
  }

  #clear(): void {
    this.#field.value = '';
    this.#show([], '');
  }

  #openFirst(event: Event): void {
    event.preventDefault();
    this.#results.querySelector('a')?.click();
  }

  #onFormKey(event: KeyboardEvent): void {
    if (event.key === 'ArrowDown') this.#move(1);
    else if (event.key === 'ArrowUp') this.#move(-1);
    else if (event.key === 'Escape') {
      this.#clear();
      this.#field.focus();
    } else return;
    event.preventDefault();
  }

  #onPageKey(event: KeyboardEvent): void {
    const isPalette = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey);
    if (!isPalette && (event.key !== '/' || event.target === this.#field)) return;
    event.preventDefault();
    this.#field.select();
  }

  /** Moves the focus between the field and the results. */
  #move(step: number): void {
    const stops = [this.#field, ...this.#results.querySelectorAll('a')];
    const at = stops.findIndex((stop) => stop === this.#page.activeElement);
    stops[Math.min(Math.max(at + step, 0), stops.length - 1)]?.focus();
  }
}

async function loadIndex(): Promise<readonly IndexedSection[]> {
  const answer = await fetch(INDEX);
  if (!answer.ok) throw new Error(`${INDEX}: ${answer.status}`);
  // Written by the same build.
  return (await answer.json()) as readonly IndexedSection[];
}

function resultOf({ page, title, address, excerpt: [before, word, after] }: SearchResult): HTMLElement {
  const link = document.createElement('a');
  link.href = address;
  const heading = document.createElement('strong');
  heading.textContent = title === page ? page : `${page} › ${title}`;
  const mark = document.createElement('mark');
  mark.textContent = word;
  const text = document.createElement('span');
  text.append(before, mark, after);
  link.append(heading, text);
  return link;
}

function countText(count: number): string {
  return count === 0 ? 'Nothing found' : count === 1 ? '1 result' : `${count} results`;
}

function required<T>(element: T | null): T {
  if (element === null) throw new Error('The page has no search field.');
  return element;
}

/** A section in the search index. */
export interface IndexedSection {
  /** The title of its page. */
  readonly page: string;
  readonly title: string;
  readonly address: string;
  readonly text: string;
}

/** A search result. */
interface SearchResult extends IndexedSection {
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
