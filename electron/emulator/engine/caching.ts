import { MICROS_PER_SECOND } from '../../../shared/values/timestamp.ts';
import type { RunRecord } from './records.ts';
import { cacheKey, valuesDigest } from './cache-key.ts';
import type { EngineContext } from './engine-context.ts';

/**
 * Finds the newest succeeded run of the same task with the same inputs, finished at most `maxAge` seconds ago (decision
 * `caching`). Ignores runs that began from a later step. Skips runs with other inputs by their digest, without reading them.
 */
export function findCached(context: EngineContext, wanted: RunRecord, maxAge: number): RunRecord | undefined {
  const digest = valuesDigest(wanted);
  const text = cacheKey(wanted);
  for (const entry of context.state.runIndex({ taskID: wanted.taskID })) {
    if (entry.status !== 'Succeeded' || entry.valuesDigest !== digest) continue;
    if (context.time.elapsedSince(entry.updatedAt) > maxAge * MICROS_PER_SECOND) continue;
    const run = context.state.get('run', entry.id);
    if (run?.startsFrom === null && cacheKey(run) === text) return run;
  }
  return undefined;
}
