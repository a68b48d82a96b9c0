import { MOST_KEPT } from '../../../../shared/expression/meter.ts';
import { UNCOUNTED, weightOf } from '../../../../shared/expression/weight.ts';
import type { Json } from '../../../../shared/values/json.ts';

/** The results that later steps of a run, or later blocks of a session, see. All of them are written whenever one is added. */
export class ResultsBudget {
  #weight = 0;

  /**
   * Adds results. Returns the failure message when all of them together are too large; null otherwise.
   * @param noun names the source of the results in that message
   */
  add(results: readonly Json[], noun: 'steps' | 'blocks'): string | null {
    for (const result of results) this.#weight += weightOf(result, UNCOUNTED);
    return this.#weight > MOST_KEPT ? `the results of its ${noun} are too large together` : null;
  }
}
