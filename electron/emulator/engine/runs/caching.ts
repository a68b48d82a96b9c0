import type { EngineContext } from '../context/engine-context.ts';
import type { RunRecord } from '../context/records.ts';
import { MICROS_PER_SECOND } from '../../../../shared/values/timestamp.ts';
import { canonicalJson } from '../../../../shared/values/json.ts';
import { memoizeByObject } from '../../../../shared/values/memoize-by-object.ts';

/**
 * Finds the newest succeeded run of the same task with the same inputs, finished at most `maxAge` seconds ago (decision
 * `caching`). Ignores runs that began from a later step.
 */
export function findCached(context: EngineContext, wanted: RunRecord, maxAge: number): RunRecord | undefined {
  const key = cacheKey(wanted);
  for (const run of context.state.runs({ taskID: wanted.taskID })) {
    if (run.status !== 'Succeeded' || run.startsFrom !== null) continue;
    if (context.time.elapsedSince(run.updatedAt) > maxAge * MICROS_PER_SECOND) continue;
    if (cacheKey(run) === key) return run;
  }
  return undefined;
}

/**
 * The cache key of a run: environment, resources, and the parameter values or their hash (decision `caching`). A run can be
 * reused for a request of the same task with an equal key.
 */
const cacheKey = memoizeByObject(({ environmentID, resources, paramValues, inputsHash }: RunRecord): string =>
  canonicalJson([environmentID, resources, inputsHash === '' ? paramValues : inputsHash]),
);
