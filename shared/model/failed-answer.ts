import type { FaultKind } from '../registry/fault-kinds.ts';

/** Kinds of faults after which the client has no whole answer of the service. */
const SPOILING: ReadonlySet<string> = new Set<FaultKind>(['lose', 'refuse', 'truncate', 'hang', 'body']);

/** True when a fault spoiled the answer on its way. @param kinds kinds of faults, separated by commas */
export function spoilsAnswer(kinds: string): boolean {
  return kinds.split(',').some((kind) => SPOILING.has(kind));
}

/** The end of a request, as its client saw it. */
export interface SeenAnswer {
  /** 0 when the client got no answer. */
  readonly status: number;
  /** True when the answer was cut off, or replaced by something else. */
  readonly isSpoiled: boolean;
}

/** True when the client did not get what the service answered, or got a failure that may pass. */
export function hasFailed({ status, isSpoiled }: SeenAnswer): boolean {
  return isSpoiled || status === 0 || status >= 500 || status === 408 || status === 429;
}
