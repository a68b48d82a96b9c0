import { canonicalJson } from '../../../shared/values/json.ts';
import { perObject } from '../../../shared/values/per-object.ts';
import type { RunRecord } from './records.ts';

/**
 * The cache key of a run: environment, resources, and the parameter values or their hash (decision `caching`). A run can be
 * reused for a request of the same task with an equal key.
 */
export const cacheKey = perObject(({ environmentID, resources, paramValues, inputsHash }: RunRecord): string =>
  canonicalJson([environmentID, resources, inputsHash === '' ? paramValues : inputsHash]),
);
