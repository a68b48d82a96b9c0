import { jsonEqual, type Json } from '../../../../shared/values/json.ts';

/** Number of consecutive changed items above which a list is reformatted, since such a change is not handmade. */
const MAX_CHANGED = 2000;

/** True when too much of a list changed to match its items one by one. */
export function isRewritten(before: readonly Json[], after: readonly Json[]): boolean {
  const longer = Math.max(before.length, after.length);
  if (longer <= MAX_CHANGED) return false;
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && jsonEqual(before[start], after[start])) start += 1;
  let end = 0;
  while (end < shorter - start && jsonEqual(before.at(-1 - end), after.at(-1 - end))) end += 1;
  return longer - start - end > MAX_CHANGED;
}
