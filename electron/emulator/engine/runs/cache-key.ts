import { canonicalJson } from '../../../../shared/values/json.ts';
import { memoizeByObject } from '../../../../shared/values/memoize-by-object.ts';
import type { RunRecord } from '../context/records.ts';

/**
 * The cache key of a run: environment, resources, and the parameter values or their hash (decision `caching`). A run can be
 * reused for a request of the same task with an equal key.
 */
export const cacheKey = memoizeByObject(({ environmentID, resources, paramValues, inputsHash }: RunRecord): string =>
  canonicalJson([environmentID, resources, inputsHash === '' ? paramValues : inputsHash]),
);
