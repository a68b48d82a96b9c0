import { fnv1a } from '../../../shared/values/fnv.ts';
import { canonicalJson } from '../../../shared/values/json.ts';
import type { RunRecord } from './records.ts';

type CacheKeyFields = Pick<RunRecord, 'environmentID' | 'resources' | 'paramValues' | 'inputsHash'>;

/**
 * What two runs of a task have in common when one may stand for the other: environment, resources, and the parameter
 * values or the hash that stands for them (decision `caching`). Equal texts, equal runs.
 */
export function cacheKey({ environmentID, resources, paramValues, inputsHash }: CacheKeyFields): string {
  return canonicalJson([environmentID, { ...resources }, inputsHash === '' ? { ...paramValues } : inputsHash]);
}

/** A 32-bit digest of `cacheText`: runs that differ in it differ in values, but for rare collisions. */
export function valuesDigest(run: CacheKeyFields): number {
  return fnv1a(cacheKey(run));
}
