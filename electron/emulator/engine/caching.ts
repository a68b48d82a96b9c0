import type { RunRecord } from './records.ts';
import { cacheKey, valuesDigest } from './values-digest.ts';
import type { EngineContext } from './engine-context.ts';

const MICROS_PER_SECOND = 1_000_000;

/**
 * The newest succeeded run that the new one would repeat, finished at most `maxAge` seconds ago (decision `caching`).
 * Goes through the task's runs newest first; runs that differ in values are passed over by their digest, unread.
 */
export function findCached(context: EngineContext, wanted: RunRecord, maxAge: number): RunRecord | undefined {
  const since = context.time.now() - maxAge * MICROS_PER_SECOND;
  const digest = valuesDigest(wanted);
  const text = cacheKey(wanted);
  for (const entry of context.state.runIndex({ taskID: wanted.taskID })) {
    if (entry.status !== 'Succeeded' || entry.valuesDigest !== digest || entry.updatedAt < since) continue;
    const run = context.state.get('run', entry.id);
    if (run !== undefined && cacheKey(run) === text) return run;
  }
  return undefined;
}
