import type { FaultKind } from '../registry/fault-kinds.ts';

/** Maximum time between a failure and its retry, in milliseconds. */
export const RETRIED_WITHIN = 60_000;

/** Kinds of faults that lose, cut off or replace the answer. */
const SPOILING: ReadonlySet<string> = new Set<FaultKind>(['lose', 'refuse', 'truncate', 'hang', 'body']);

/** True when a fault kept the answer from arriving intact. @param kinds kinds of faults, separated by commas */
export function spoilsAnswer(kinds: string): boolean {
  return kinds.split(',').some((kind) => SPOILING.has(kind));
}

/** The answer that a client received. */
export interface SeenAnswer {
  /** 0 when the client got no answer. */
  readonly status: number;
  /** True when the answer was cut off, or replaced by something else. */
  readonly isSpoiled: boolean;
}

/** True when the answer did not arrive intact, or is a failure: 408, 429 or any 5xx status. */
export function hasFailed({ status, isSpoiled }: SeenAnswer): boolean {
  return isSpoiled || status === 0 || status >= 500 || status === 408 || status === 429;
}
