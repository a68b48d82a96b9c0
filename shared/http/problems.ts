import { ApiError } from './errors.ts';

/** This many problems are named; a request with a million mistakes is not answered by a million words. */
export const NAMED_PROBLEMS = 50;
/** Characters of all clauses together, after which no more are added. */
const NAMED_LENGTH = 3000;
/** A clause longer than this is cut: clauses quote what the client sent. */
const CLAUSE_LENGTH = 400;

/** A list of clauses, one for each problem, that stays short: the first ones are named, the others counted. */
export class Problems {
  readonly #named: string[] = [];
  #length = 0;
  #unnamed = 0;

  /** True when further problems are only counted, so that looking for more of them is of no use. */
  get isFull(): boolean {
    return this.#named.length >= NAMED_PROBLEMS || this.#length >= NAMED_LENGTH;
  }

  get isEmpty(): boolean {
    return this.#named.length === 0;
  }

  /** Adds a clause: `amount: must be a number`. */
  add(clause: string): void {
    if (this.isFull) {
      this.addUnnamed();
      return;
    }
    this.#named.push(clause.length > CLAUSE_LENGTH ? `${clause.slice(0, CLAUSE_LENGTH)}…` : clause);
    this.#length += Math.min(clause.length, CLAUSE_LENGTH);
  }

  addUnnamed(count = 1): void {
    this.#unnamed += count;
  }

  /** Adds a clause for each item; those that are not named are not written either. */
  addAll<Item>(items: readonly Item[], write: (item: Item) => string): void {
    for (const [index, item] of items.entries()) {
      if (this.isFull) {
        this.addUnnamed(items.length - index);
        return;
      }
      this.add(write(item));
    }
  }

  /** The clauses as one text, without a full stop. The search may have ended early, so there are at least so many more. */
  text(separator = '; '): string {
    const more = this.#unnamed === 0 ? [] : [`and at least ${this.#unnamed} more`];
    return [...this.#named, ...more].join(separator);
  }

  /** The 400 that names the fields at fault (decision `errors`). */
  error(): ApiError {
    return new ApiError('invalid_request', `${this.text()}.`);
  }
}
