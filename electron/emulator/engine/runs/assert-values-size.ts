import { UNCOUNTED, weightOf } from '../../../../shared/expression/weight.ts';
import { ApiError } from '../../../../shared/http/errors.ts';
import type { JsonObject } from '../../../../shared/values/json.ts';

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
