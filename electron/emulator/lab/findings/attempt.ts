import { hasFailed, RETRIED_WITHIN } from '../../../../shared/model/failed-answer.ts';
import type { ObservedRequest } from './observed-request.ts';

/** A shorter pause before an attempt is hurried, in milliseconds. */
const SHORT_PAUSE = 1000;
/** Smaller differences between pauses do not count: timers are late by some milliseconds. */
const JITTER = { ratio: 1.25, milliseconds: 20 };

/** An attempt of a call, with a summary of all attempts before it. */
export class Attempt {
  readonly request: ObservedRequest;
  /** Number of consecutive refused attempts up to this one. */
  readonly refusals: number;
  /** Number of consecutive attempts up to this one, each soon after the failure of the previous one. */
  readonly hurried: number;
  /** Pauses between them, in milliseconds. */
  readonly shortest: number;
  readonly longest: number;
  /** True when one of these pauses was longer than the shortest one before it, or negative. */
  readonly hasGrown: boolean;

  constructor(request: ObservedRequest, before: Attempt | undefined) {
    this.request = request;
    this.refusals = isRefused(request)
      ? 1 + (before !== undefined && isRefusedRetry(before, request) ? before.refusals : 0)
      : 0;
    const first = before !== undefined && isHurriedRetry(before.request, request) ? before : undefined;
    const pause = first === undefined ? 0 : request.startedAt - first.request.endedAt;
    const isFirstPause = first === undefined || first.hurried === 1;
    this.hurried = 1 + (first?.hurried ?? 0);
    this.shortest = isFirstPause ? pause : Math.min(first.shortest, pause);
    this.longest = isFirstPause ? pause : Math.max(first.longest, pause);
    this.hasGrown =
      first !== undefined &&
      (first.hasGrown || pause < 0 || (!isFirstPause && pause > first.shortest * JITTER.ratio + JITTER.milliseconds));
  }
}

/** True when the second attempt soon follows the failure of the first one, which had no `Retry-After`. */
function isHurriedRetry(first: ObservedRequest, second: ObservedRequest): boolean {
  return hasFailed(first) && first.retryAfterSeconds === undefined && second.startedAt - first.endedAt < SHORT_PAUSE;
}

/** Statuses of temporary refusals. */
const PASSING: ReadonlySet<number> = new Set([408, 409, 423, 425, 429]);

function isRefused({ status, isSpoiled }: ObservedRequest): boolean {
  return !isSpoiled && status >= 400 && status < 500 && !PASSING.has(status);
}

function isRefusedRetry({ refusals, request: first }: Attempt, second: ObservedRequest): boolean {
  const pause = second.startedAt - first.endedAt;
  // Another refusal of the same call is an answer to something that the client has changed.
  return refusals > 0 && first.status === second.status && pause >= 0 && pause <= RETRIED_WITHIN;
}
