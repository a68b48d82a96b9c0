import { millisecondsOf } from '../../ui/text/time.tsx';

const SECOND = 1000;
const MINUTE = 60_000;

/** Requests of a log, newest first. */
interface RequestTimes {
  readonly items: readonly { readonly at: string }[];
  /** Time of the oldest request in the log; undefined while the log has all. */
  readonly reachesTo?: string | undefined;
}

/**
 * Requests in the last minute; extrapolated when the log covers between a second and a minute. The log of a frozen clock covers no
 * time at all.
 */
export function requestsPerMinute({ items, reachesTo }: RequestTimes, now: number): number {
  const index = indexBefore(items, now - MINUTE);
  if (index < items.length || reachesTo === undefined) return index;
  const covered = now - millisecondsOf(reachesTo);
  return covered >= SECOND && covered < MINUTE ? Math.round((items.length * MINUTE) / covered) : index;
}

/** Index of the first item before a moment, by binary search; items are newest first. The length if there is none. */
function indexBefore(items: RequestTimes['items'], moment: number): number {
  let [from, to] = [0, items.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (millisecondsOf(items[middle]?.at ?? '') < moment) to = middle;
    else from = middle + 1;
  }
  return from;
}
