/** The number of rows by the text of a filter, such as `9`, or `2000+` when more may match. */
export type FilterCounts = ReadonlyMap<string, string>;

/** The counts of filters, some of which may be older. */
interface Counted {
  readonly counts: FilterCounts;
  /** Milliseconds until an older count may be repeated; undefined when none is older. */
  readonly dueIn: number | undefined;
}

/** The counts of one filter take at most one part in this number of the time. */
const SHARE = 50;

/** Counts the rows of filters. One that takes long, such as a search in 1,000,000 runs, is repeated so seldom that it costs little. */
export class ThrottledCounts {
  readonly #countOf: (text: string) => Promise<string>;
  readonly #now: () => number;
  #last: Promise<unknown> = Promise.resolve();
  readonly #known = new Map<string, { readonly count: string; readonly dueAt: number }>();

  /** @param now gives milliseconds */
  constructor(countOf: (text: string) => Promise<string>, now: () => number) {
    this.#countOf = countOf;
    this.#now = now;
  }

  /** Counts the filters that are due, one after another, so that they delay nothing else. A call waits for the one before. */
  count(texts: readonly string[]): Promise<Counted> {
    const counted = this.#last.then(() => this.#countDue(texts));
    this.#last = counted.catch(() => undefined);
    return counted;
  }

  async #countDue(texts: readonly string[]): Promise<Counted> {
    let dueAt = Infinity;
    for (const text of texts) {
      const known = this.#known.get(text);
      if (known !== undefined && known.dueAt > this.#now()) dueAt = Math.min(dueAt, known.dueAt);
      else await this.#countAgain(text);
    }
    return {
      counts: new Map([...this.#known].map(([text, { count }]) => [text, count])),
      dueIn: dueAt === Infinity ? undefined : Math.max(0, dueAt - this.#now()),
    };
  }

  async #countAgain(text: string): Promise<void> {
    const began = this.#now();
    const count = await this.#countOf(text);
    const ended = this.#now();
    this.#known.set(text, { count, dueAt: ended + (ended - began) * SHARE });
  }

  /** Makes all filters due. */
  forget(): void {
    this.#known.clear();
  }
}
