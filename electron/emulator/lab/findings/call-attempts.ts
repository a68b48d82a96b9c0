import { keysOf } from '../../../../shared/values/objects.ts';
import { hasFailed, RETRIED_WITHIN } from '../../../../shared/model/failed-answer.ts';
import type { FindingRule } from '../../../../shared/registry/finding-rules.ts';
import { CALL_RULES, type Attempts, type CallRule } from './call-rules.ts';
import { trimInBatches } from '../../../../shared/values/trim.ts';
import { NONE, type Detector, type Occurrence } from './detectors.ts';
import type { ObservedRequest } from './observed-request.ts';

/** Maximum number of calls whose attempts are kept, and of attempts of one call. */
const MAX_CALLS = 1000;
const MAX_ATTEMPTS = 20;
/** Number of latest requests to search for a retry that ended before the failed attempt. */
const MAX_RECENT = 200;

/** Collects the attempts of each failed or refused call, and checks them with the rules about calls. */
export function callAttempts(): Detector {
  const calls = new Map<string, Attempt[]>();
  /** The latest requests that created something. */
  let recent: ObservedRequest[] = [];

  const attemptsOf = (request: ObservedRequest): Attempt[] => {
    const known = calls.get(request.call);
    // The most recently used call is last.
    calls.delete(request.call);
    const attempts = known ?? [];
    calls.set(request.call, attempts);
    trimInBatches(calls, MAX_CALLS);
    if (known === undefined)
      for (const later of recent)
        if (later.call === request.call && later.startedAt >= request.startedAt) insert(attempts, later);
    return attempts;
  };

  return {
    observe: (request) => {
      if (request.status < 400 && !hasFailed(request)) {
        if (request.executed !== '' && recent.push(request) > 2 * MAX_RECENT) recent = recent.slice(-MAX_RECENT);
        if (calls.size === 0 || !calls.has(request.call)) return NONE;
      }
      const attempts = attemptsOf(request);
      const index = insert(attempts, request);
      if (attempts.length <= MAX_ATTEMPTS) return judged({ all: attempts, index });
      attempts.shift();
      return judged({ all: attempts, index: index - 1 });
    },
    clear: () => {
      calls.clear();
      recent = [];
    },
  };
}

/** Inserts a request into attempts in the order of their arrival. Returns its index. */
function insert(attempts: Attempt[], request: ObservedRequest): number {
  let index = attempts.length;
  while (index > 0 && (attempts[index - 1]?.request.startedAt ?? 0) > request.startedAt) index -= 1;
  const later = attempts.splice(index);
  attempts.push(new Attempt(request, attempts.at(-1)));
  // Attempts that were observed earlier now have another predecessor.
  for (const other of later) attempts.push(new Attempt(other.request, attempts.at(-1)));
  return index;
}

const RULES = keysOf(CALL_RULES).map((rule): readonly [FindingRule, CallRule] => [rule, CALL_RULES[rule]]);

function judged(attempts: Attempts): readonly Occurrence[] {
  const subject = attempts.all[attempts.index]?.request.call ?? '';
  let found: Occurrence[] | undefined;
  for (const [rule, judge] of RULES) {
    const mistake = judge(attempts);
    if (mistake === undefined) continue;
    // Listed instead of spread: a spread with further fields takes microseconds.
    const { message, requests, runIDs, calls } = mistake;
    found ??= [];
    found.push({ rule, subject, message, requests, runIDs, calls });
  }
  return found ?? NONE;
}

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
