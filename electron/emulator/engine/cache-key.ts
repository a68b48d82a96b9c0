import { fnv1a } from '../../../shared/values/fnv.ts';
import { canonicalJson } from '../../../shared/values/json.ts';
import type { RunRecord } from './records.ts';

type CacheKeyFields = Pick<RunRecord, 'environmentID' | 'resources' | 'paramValues' | 'inputsHash'>;

/**
 * The cache key of a run: environment, resources, and the parameter values or their hash (decision `caching`). A run can be
 * reused for a request of the same task with an equal key.
 */
export function cacheKey({ environmentID, resources, paramValues, inputsHash }: CacheKeyFields): string {
  return canonicalJson([environmentID, resources, inputsHash === '' ? paramValues : inputsHash]);
}

/** The 32-bit digest of a run's `cacheKey`. */
export function valuesDigest(run: CacheKeyFields): number {
  return fnv1a(cacheKey(run));
}
