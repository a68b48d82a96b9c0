import { MOST_KEPT } from '../../../../shared/expression/meter.ts';
import { UNCOUNTED, weightOf } from '../../../../shared/expression/weight.ts';
import type { Json, JsonObject } from '../../../../shared/values/json.ts';
import { ApiError } from '../../../../shared/http/errors.ts';

/** Maximum size of the values that a run or session gives to another one, in characters of JSON: they are checked and stored in one turn. */
const MOST_GIVEN = 4_000_000;

/** Returns the values that a run or session gives to another one. Throws 400 when they are too large together. */
export function assertValuesSize(values: JsonObject): JsonObject {
  if (weightOf(values, UNCOUNTED) <= MOST_GIVEN) return values;
  throw new ApiError(
    'invalid_request',
    `The values given to another run are too large together: at most ${MOST_GIVEN / 1_000_000} MB of JSON are allowed. ` +
      'Write them to a file or upload them, and give its path or URL.',
    { decision: 'child-runs' },
  );
}

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
