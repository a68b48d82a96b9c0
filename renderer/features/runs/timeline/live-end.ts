import type { TimelineData } from './lane.ts';

const FIRST = 1000;
const GROWTH = 1.5;
const ROOM = 1.05;

/** The current end of the axis of a live run. It moves rarely, so that bars stay in place in between. */
export function liveEnd({ from, folds }: Pick<TimelineData, 'from' | 'folds'>, now: number): number {
  const folded = folds.reduce((sum, fold) => sum + fold.to - fold.from, 0);
  const passed = Math.max(now - from - folded, 0);
  let length = FIRST;
  while (length < passed * ROOM) length *= GROWTH;
  return from + folded + length;
}

/** The latest time in the lanes, since the clock of this window may be behind. */
export function latestInstant({ lanes, from }: TimelineData): number {
  let latest = from;
  for (const { segments, requests } of lanes) {
    const segment = segments.at(-1);
    latest = Math.max(latest, segment?.to ?? segment?.from ?? from, requests.at(-1)?.at ?? from);
  }
  return latest;
}
