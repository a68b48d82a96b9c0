import type { Fold } from '../../../ui/lists/time-scale.ts';
import type { Lane } from './lane.ts';

/** Maximum number of folds; the longest are folded. */
const MAX_FOLDS = 8;
/** Minimum length of a fold, in milliseconds. */
const SHORTEST = 1000;
/** Minimum length of a fold, as a share of the whole axis. */
const SMALLEST_SHARE = 0.1;

/** The skipped periods without events, which are drawn narrow; in order. */
export function foldsOf(jumps: readonly Fold[], lanes: readonly Lane[], from: number, to: number | null): Fold[] {
  if (jumps.length === 0) return [];
  const happened = instantsOf(lanes);
  const empty = jumps.flatMap((jump) => split(jump, happened, from, to ?? Infinity));
  const length = ({ from: a, to: b }: Fold): number => b - a;
  const longest = empty
    .filter((fold) => length(fold) >= SHORTEST)
    .sort((a, b) => length(b) - length(a))
    .slice(0, MAX_FOLDS);
  const axis = to === null ? (empty.at(-1)?.to ?? from) - from : to - from;
  return longest.filter((fold) => length(fold) >= axis * SMALLEST_SHARE).sort((a, b) => a.from - b.from);
}

/** The times of all beginnings, ends and requests, in order. */
function instantsOf(lanes: readonly Lane[]): number[] {
  const all = lanes.flatMap(({ segments, requests }) => [
    ...segments.flatMap((segment) => (segment.to === null ? [segment.from] : [segment.from, segment.to])),
    ...requests.map(({ at }) => at),
  ]);
  return all.sort((a, b) => a - b);
}

/** The part of a jump within the axis, split at events. */
function split(jump: Fold, happened: readonly number[], from: number, to: number): Fold[] {
  const end = Math.min(jump.to, to);
  let at = Math.max(jump.from, from);
  const parts: Fold[] = [];
  for (let next = firstAfter(happened, at); next < happened.length; next++) {
    const instant = happened[next] ?? end;
    if (instant >= end) break;
    if (instant <= at) continue;
    parts.push({ from: at, to: instant });
    at = instant;
  }
  if (end > at) parts.push({ from: at, to: end });
  return parts;
}

/** Index of the first event after a time, by bisection. */
function firstAfter(instants: readonly number[], at: number): number {
  let [low, high] = [0, instants.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((instants[middle] ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  return low;
}
