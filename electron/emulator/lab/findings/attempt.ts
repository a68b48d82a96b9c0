import { hasFailed } from '../../../../shared/model/failed-answer.ts';
import type { ObservedRequest } from './observed-request.ts';

/** Maximum time between a failure and its retry, in milliseconds. */
export const RETRIED_WITHIN = 60_000;

const SHORT_PAUSE = 1000;
/** Pauses that differ by less are equal: timers are late by some milliseconds. */
const JITTER = { ratio: 1.25, milliseconds: 20 };

/** An attempt of a call, with what is known of those before it, also of those that are no longer kept. */
export class Attempt {
  readonly request: ObservedRequest;
  /** Number of refused attempts in a row up to this one. */
  readonly refusals: number;
  /** Number of attempts in a row up to this one, each soon after the failure of the one before. */
  readonly hurried: number;
  /** Pauses between these, in milliseconds. */
  readonly shortest: number;
  readonly longest: number;
  /** True when one of these pauses was longer than the one before it, or negative. */
  readonly hasGrown: boolean;
  readonly #pause: number;

  constructor(request: ObservedRequest, before: Attempt | undefined) {
    this.request = request;
    this.refusals = isRefused(request)
      ? 1 + (before !== undefined && isRefusedRetry(before, request) ? before.refusals : 0)
      : 0;
    const first = before !== undefined && isHurriedRetry(before.request, request) ? before : undefined;
    const pause = first === undefined ? 0 : request.startedAt - first.request.endedAt;
    const isFirstPause = first === undefined || first.hurried === 1;
    this.hurried = 1 + (first?.hurried ?? 0);
    this.#pause = pause;
    this.shortest = isFirstPause ? pause : Math.min(first.shortest, pause);
    this.longest = isFirstPause ? pause : Math.max(first.longest, pause);
    this.hasGrown =
      first !== undefined &&
      (first.hasGrown || pause < 0 || (!isFirstPause && pause > first.#pause * JITTER.ratio + JITTER.milliseconds));
  }
}

/** True when the second attempt soon follows the failure of the first one, which did not say when to come again. */
function isHurriedRetry(first: ObservedRequest, second: ObservedRequest): boolean {
  return hasFailed(first) && first.retryAfterSeconds === undefined && second.startedAt - first.endedAt < SHORT_PAUSE;
}

/** Refusals that may pass by themselves. */
const PASSING: ReadonlySet<number> = new Set([408, 409, 423, 425, 429]);

function isRefused({ status, isSpoiled }: ObservedRequest): boolean {
  return !isSpoiled && status >= 400 && status < 500 && !PASSING.has(status);
}

function isRefusedRetry({ refusals, request: first }: Attempt, second: ObservedRequest): boolean {
  const pause = second.startedAt - first.endedAt;
  return refusals > 0 && pause >= 0 && pause <= RETRIED_WITHIN;
}
