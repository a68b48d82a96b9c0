import { type SearchResult, type IndexedSection, search } from './search.ts';

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
    this.#field.placeholder = `Search (${/mac/i.test(navigator.userAgent) ? '⌘K' : 'Ctrl+K'})`;
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
    if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
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
  if (count === 0) return 'Nothing found';
  return count === 1 ? '1 result' : `${count} results`;
}

function required<T>(element: T | null): T {
  if (element === null) throw new Error('The page has no search field.');
  return element;
}
