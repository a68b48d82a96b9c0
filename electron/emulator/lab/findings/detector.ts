import type { FindingRule } from '../../../../shared/registry/finding-rules.ts';
import type { MonotonicMilliseconds } from '../../../../shared/values/timestamp.ts';
import type { ObservedRequest } from './observed-request.ts';

/** A mistake found by a detector. */
export interface Occurrence {
  readonly rule: FindingRule;
  /** Occurrences of one rule with the same subject are one finding. */
  readonly subject: string;
  readonly message: string;
  /** Requests as evidence, oldest first. */
  readonly requests: readonly ObservedRequest[];
  readonly runIDs: readonly string[];
  /** Number of calls so far, instead of the number of occurrences. */
  readonly calls?: number | undefined;
}

/** Finds mistakes in requests, which arrive in the order of their ends. */
export interface Detector {
  readonly observe: (request: ObservedRequest) => readonly Occurrence[];
  /** Current mistakes, which later requests may still correct. */
  readonly open?: (now: MonotonicMilliseconds) => readonly Occurrence[];
  /** Mistakes if no request follows. */
  readonly atEnd?: () => readonly Occurrence[];
  readonly clear: () => void;
}

export const NONE: readonly Occurrence[] = [];

/**
 * Deletes the oldest entries of a map above a size.
 * @param slack number of entries above that size before any is deleted: deleting one at a time leaves gaps at the beginning of a map, which each deletion scans again
 */
export function trim(map: Map<unknown, unknown> | Set<unknown>, most: number, slack = 0): void {
  if (map.size <= most + slack) return;
  for (const key of map.keys()) {
    if (map.size <= most) return;
    map.delete(key);
  }
}

/** A duration for people, such as `1.2 s`. */
export function secondsText(milliseconds: number): string {
  return `${Math.max(0, Math.round(milliseconds / 10) / 100)} s`;
}
