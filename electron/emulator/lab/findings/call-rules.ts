import { hasFailed, RETRIED_WITHIN } from '../../../../shared/model/failed-answer.ts';
import type { FindingRule } from '../../../../shared/registry/finding-rules.ts';
import type { Attempt } from './call-attempts.ts';
import { secondsText, type Occurrence } from './detectors.ts';
import type { ObservedRequest } from './observed-request.ts';

/** The attempts of one call in order of arrival, and the index of the one just observed. */
export interface Attempts {
  readonly all: readonly Attempt[];
  readonly index: number;
}

type Judged = Omit<Occurrence, 'rule' | 'subject'>;

/** Checks attempts; `undefined` for no mistake. Pure. */
export type CallRule = (attempts: Attempts) => Judged | undefined;

/** Rules about the attempts of one call. To add one, add an entry. */
export const CALL_RULES = {
  'executed-twice': (attempts) => anyExecuted(attempts, executedTwice),
  'retry-without-key': (attempts) => firstPair(attempts, retryWithoutKey),
  'early-retry': (attempts) => firstPair(attempts, earlyRetry),
  'no-backoff': noBackoff,
  'retried-refusal': retriedRefusal,
} as const satisfies Partial<Readonly<Record<FindingRule, CallRule>>>;

type PairJudge = (first: ObservedRequest, second: ObservedRequest) => Judged | undefined;

/** Checks the observed attempt with its predecessor, then with its successor. */
function firstPair({ all, index }: Attempts, judge: PairJudge): Judged | undefined {
  const [before, at, after] = [all[index - 1]?.request, all[index]?.request, all[index + 1]?.request];
  if (at === undefined) return undefined;
  const judged = before === undefined ? undefined : judge(before, at);
  return judged ?? (after === undefined ? undefined : judge(at, after));
}

/** Checks an executed attempt with every other executed one; there may be failed ones between them. */
function anyExecuted({ all, index }: Attempts, judge: PairJudge): Judged | undefined {
  const at = all[index]?.request;
  if (at === undefined || at.executed === '') return undefined;
  for (const [i, { request }] of all.entries()) {
    const judged = i < index ? judge(request, at) : i > index ? judge(at, request) : undefined;
    if (judged !== undefined) return judged;
  }
  return undefined;
}

/** True when the second request of a call has the idempotency key of the first one. */
export function hasSameKey(first: ObservedRequest, second: ObservedRequest): boolean {
  return first.idempotencyKey !== '' && first.idempotencyKey === second.idempotencyKey;
}

/** True when the second request of a call is an attempt after the first one: with the same key, or since the first one failed. */
export function isRetry(first: ObservedRequest, second: ObservedRequest): boolean {
  const isSoon = second.startedAt >= first.startedAt && second.startedAt - first.startedAt <= RETRIED_WITHIN;
  return isSoon && (hasSameKey(first, second) || (seemsFailed(first) && isLater(first, second)));
}

/** True when the client may take the call for failed. A fault may replace the answer by any error after the execution. */
function seemsFailed(request: ObservedRequest): boolean {
  return hasFailed(request) || (request.executed !== '' && request.status >= 400);
}

/** True when the second attempt follows the first one soon, without the same idempotency key. */
function isUnkeyedRetry(first: ObservedRequest, second: ObservedRequest): boolean {
  return !hasSameKey(first, second) && isLater(first, second) && second.startedAt - first.startedAt <= RETRIED_WITHIN;
}

/**
 * True when the second attempt began after the end of the first one, since overlapping calls come from two workers. The end is
 * unknown when the client gave up before the answer.
 */
function isLater(first: ObservedRequest, second: ObservedRequest): boolean {
  const hasGivenUp = first.status === 0 && !first.isSpoiled;
  return second.startedAt >= (hasGivenUp ? first.startedAt : first.endedAt);
}

function executedTwice(first: ObservedRequest, second: ObservedRequest): Judged | undefined {
  const { executed } = first;
  if (executed === '' || second.executed === '' || executed === second.executed) return undefined;
  if (!seemsFailed(first) || !isUnkeyedRetry(first, second)) return undefined;
  const gap = secondsText(second.startedAt - first.startedAt);
  return {
    message: `${first.operation} was repeated after ${gap}, because ${failureOf(first)}, without the same Idempotency-Key. Both were executed: ${executed} and ${second.executed}.`,
    requests: [first, second],
    runIDs: [first.runID, second.runID],
  };
}

/** Operations that create something with each call. */
const CREATING: ReadonlySet<string> = new Set([
  ...['tasks/execute', 'runs/create', 'runbooks/execute'],
  ...['resources/create', 'prompts/create', 'requests/create', 'displays/create'],
]);

function retryWithoutKey(first: ObservedRequest, second: ObservedRequest): Judged | undefined {
  // A 429 tells the client that nothing was executed.
  if (!CREATING.has(first.operation) || !hasFailed(first) || first.status === 429) return undefined;
  if (!isUnkeyedRetry(first, second)) return undefined;
  if (first.executed !== '' && second.executed !== '' && first.executed !== second.executed) return undefined;
  const gap = secondsText(second.startedAt - first.startedAt);
  return {
    message: `${first.operation} was repeated after ${gap}, because ${failureOf(first)}, without the same Idempotency-Key.`,
    requests: [first, second],
    runIDs: [first.runID, second.runID],
  };
}

function failureOf({ status, isSpoiled }: ObservedRequest): string {
  if (status === 0) return 'its answer was lost';
  return isSpoiled ? 'its answer was spoiled' : `its answer had the status ${status}`;
}

/** Maximum time by which a timer fires early, in milliseconds. */
const EARLY_TIMER = 50;

/** True when the second request waited as long as the answer of the first one asked; `undefined` when that did not ask. */
export function keptRetryAfter(first: ObservedRequest, second: ObservedRequest): boolean | undefined {
  if (first.retryAfterSeconds === undefined || first.status < 400 || !isLater(first, second)) return undefined;
  return second.startedAt - first.endedAt + EARLY_TIMER >= first.retryAfterSeconds * 1000;
}

function earlyRetry(first: ObservedRequest, second: ObservedRequest): Judged | undefined {
  if (keptRetryAfter(first, second) !== false) return undefined;
  const waited = second.startedAt - first.endedAt;
  return {
    message: `${first.operation} was repeated after ${secondsText(waited)}; Retry-After asked for ${first.retryAfterSeconds} s.`,
    requests: [first, second],
    runIDs: [],
  };
}

/** Number of hurried attempts of a failing call that are a finding. */
const MIN_ATTEMPTS = 4;

/** Finds a failing call that is repeated with short pauses that never grow. */
function noBackoff({ all, index }: Attempts): Judged | undefined {
  const last = all[index];
  if (last === undefined || last.hurried < MIN_ATTEMPTS || last.hasGrown) return undefined;
  const { hurried, shortest, longest } = last;
  return {
    message: `${last.request.operation} failed and was repeated ${hurried - 1} times with pauses of ${secondsText(shortest)} to ${secondsText(longest)}, which do not grow.`,
    requests: requestsUntil(index, hurried, all),
    runIDs: [],
    calls: hurried,
  };
}

/** Number of calls with the same refusal that are a finding. */
const MIN_REFUSALS = 3;

function retriedRefusal({ all, index }: Attempts): Judged | undefined {
  const last = all[index];
  if (last === undefined || last.refusals < MIN_REFUSALS) return undefined;
  const { refusals, request } = last;
  return {
    message: `${request.operation} was called ${refusals} times though each answer was ${request.status}.`,
    requests: requestsUntil(index, refusals, all),
    runIDs: [],
    calls: refusals,
  };
}

/** The last `count` attempts up to an index, as far as they are kept. */
function requestsUntil(index: number, count: number, all: readonly Attempt[]): ObservedRequest[] {
  return all.slice(Math.max(0, index + 1 - count), index + 1).map(({ request }) => request);
}
