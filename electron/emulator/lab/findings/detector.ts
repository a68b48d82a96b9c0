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

/** A duration for people, such as `1.2 s`. */
export function secondsText(milliseconds: number): string {
  return `${Math.max(0, Math.round(milliseconds / 10) / 100)} s`;
}
