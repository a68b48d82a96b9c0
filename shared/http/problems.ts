import type { DecisionName } from '../registry/decisions.ts';
import { pathText } from '../values/json.ts';
import { ApiError, type Problem } from './errors.ts';

/** Maximum number of problems in the message of an error. */
export const NAMED_PROBLEMS = 50;
/** Maximum length of all clauses together, in characters. */
const NAMED_LENGTH = 3000;
/** Maximum length of a clause, in characters. Clauses quote client input. */
const CLAUSE_LENGTH = 400;

/** A bounded list of clauses, one for each problem: the first ones are named, the others counted. */
export class Problems {
  readonly #named: Problem[] = [];
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
   * Adds a problem, whose clause is `amount: must be a number`.
   * @param decision the decision that it breaks; that of the first clause becomes the error's
   */
  add(problem: Problem, decision: DecisionName = 'errors'): void {
    this.#decision ??= decision;
    if (this.isFull) {
      this.addUnnamed();
      return;
    }
    const kept = shortened(problem);
    this.#named.push(kept);
    this.#length += clauseOf(kept).length;
  }

  addUnnamed(count = 1): void {
    this.#unnamed += count;
  }

  /** Adds a problem for each item. Those beyond the limit are not even formatted. */
  addAll<Item>(items: readonly Item[], write: (item: Item) => Problem, decision?: (item: Item) => DecisionName): void {
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
  text(): string {
    return this.#all.map(clauseOf).join('; ');
  }

  get #all(): readonly Problem[] {
    return this.#unnamed === 0
      ? this.#named
      : [...this.#named, { name: '', text: `and at least ${this.#unnamed} more` }];
  }

  /** The 400 that names the fields at fault (decision `errors`). */
  error(): ApiError {
    const facts = { problems: this.#all };
    return new ApiError('invalid_request', `${this.text()}.`, { decision: this.#decision ?? 'errors', facts });
  }
}

function clauseOf({ name, text }: Problem): string {
  return name === '' ? text : `${name}: ${text}`;
}

function shortened({ name, text, at = [], lacks }: Problem): Problem {
  const isShort = pathText(at).length <= CLAUSE_LENGTH;
  return {
    name: cut(name, CLAUSE_LENGTH),
    text: cut(text, CLAUSE_LENGTH - name.length),
    at: isShort ? at : undefined,
    lacks,
  };
}

function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, Math.max(0, most))}…` : text;
}
