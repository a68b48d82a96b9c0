import type { DecisionName } from '../registry/decisions.ts';
import { ApiError } from './errors.ts';

/** Maximum number of problems in the message of an error. */
export const NAMED_PROBLEMS = 50;
/** Maximum length of all clauses together, in characters. */
const NAMED_LENGTH = 3000;
/** Maximum length of a clause, in characters. Clauses quote client input. */
const CLAUSE_LENGTH = 400;

/** A bounded list of clauses, one for each problem: the first ones are named, the others counted. */
export class Problems {
  readonly #named: string[] = [];
  #length = 0;
  #unnamed = 0;
  #decision: DecisionName | undefined;

  /** True when further problems are only counted, so that checking may stop. */
  get isFull(): boolean {
    return this.#named.length >= NAMED_PROBLEMS || this.#length >= NAMED_LENGTH;
  }

  get isEmpty(): boolean {
    return this.#named.length === 0;
  }

  /**
   * Adds a clause: `amount: must be a number`.
   * @param decision the decision that it breaks; that of the first clause becomes the error's
   */
  add(clause: string, decision: DecisionName = 'errors'): void {
    this.#decision ??= decision;
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

  /** Adds a clause for each item. Clauses beyond the limit are not even formatted. */
  addAll<Item>(items: readonly Item[], write: (item: Item) => string, decision?: (item: Item) => DecisionName): void {
    for (const [index, item] of items.entries()) {
      if (this.isFull) {
        this.addUnnamed(items.length - index);
        return;
      }
      this.add(write(item), decision?.(item));
    }
  }

  /**
   * The clauses as one text, without a full stop. The number of problems beyond the limit is a minimum, since checking may have
   * stopped.
   */
  text(separator = '; '): string {
    const more = this.#unnamed === 0 ? [] : [`and at least ${this.#unnamed} more`];
    return [...this.#named, ...more].join(separator);
  }

  /** The 400 that names the fields at fault (decision `errors`). */
  error(): ApiError {
    return new ApiError('invalid_request', `${this.text()}.`, { decision: this.#decision ?? 'errors' });
  }
}
