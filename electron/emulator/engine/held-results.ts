import { MOST_KEPT } from '../../../shared/expression/run.ts';
import { weightOf } from '../../../shared/expression/weight.ts';
import type { Json } from '../../../shared/values/json.ts';

const UNCOUNTED = { spend: () => undefined };

/** The results that later steps of a run, or later blocks of a session, see. All of them are written whenever one is added. */
export class HeldResults {
  #weight = 0;

  /** Counts results. Returns the failure of a run or session that holds too much; null otherwise. @param noun of what gives them */
  add(results: readonly Json[], noun: 'steps' | 'blocks'): string | null {
    for (const result of results) this.#weight += weightOf(result, UNCOUNTED);
    return this.#weight > MOST_KEPT ? `the results of its ${noun} are too large together` : null;
  }
}
