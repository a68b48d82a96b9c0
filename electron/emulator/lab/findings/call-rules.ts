import { hasFailed } from '../../../../shared/model/failed-answer.ts';
import type { FindingRule } from '../../../../shared/registry/finding-rules.ts';
import { secondsText, type Occurrence } from './detector.ts';
import type { ObservedRequest } from './observed-request.ts';

/** The attempts of one call by their arrival, and the place of the one that was just observed. */
export interface Attempts {
  readonly all: readonly ObservedRequest[];
  readonly index: number;
}

type Judged = Omit<Occurrence, 'rule' | 'subject'>;

/** Judges attempts; `undefined` for no mistake. Pure. */
type CallRule = (attempts: Attempts) => Judged | undefined;

/** Rules about the attempts of one call. To add one, add an entry. */
export const CALL_RULES = {
  'executed-twice': (attempts) => anyPair(attempts, executedTwice),
  'retry-without-key': (attempts) => firstPair(attempts, retryWithoutKey),
  'early-retry': (attempts) => firstPair(attempts, earlyRetry),
  'no-backoff': noBackoff,
  'retried-refusal': retriedRefusal,
} as const satisfies Partial<Readonly<Record<FindingRule, CallRule>>>;

/** Maximum time between a failure and its retry, in milliseconds. */
export const RETRIED_WITHIN = 60_000;

type PairJudge = (first: ObservedRequest, second: ObservedRequest) => Judged | undefined;

/** Judges the observed attempt with the one before it, then with the one after it. */
function firstPair({ all, index }: Attempts, judge: PairJudge): Judged | undefined {
  const [before, at, after] = [all[index - 1], all[index], all[index + 1]];
  if (at === undefined) return undefined;
  const judged = before === undefined ? undefined : judge(before, at);
  return judged ?? (after === undefined ? undefined : judge(at, after));
}

/** Judges the observed attempt with every other one: between two that were executed, others may have failed. */
function anyPair({ all, index }: Attempts, judge: PairJudge): Judged | undefined {
  const at = all[index];
  if (at === undefined) return undefined;
  const pairs = all.map((other, i) => (i < index ? judge(other, at) : i > index ? judge(at, other) : undefined));
  return pairs.find((judged) => judged !== undefined);
}

/** True when the second attempt follows the first one soon, without the same idempotency key. */
function isUnkeyedRetry(first: ObservedRequest, second: ObservedRequest): boolean {
  const hasSameKey = first.idempotencyKey !== '' && first.idempotencyKey === second.idempotencyKey;
  return !hasSameKey && isLater(first, second) && second.startedAt - first.startedAt <= RETRIED_WITHIN;
}

/**
 * True when the second attempt began after the end of the first one: calls that overlap come from two workers. A client that
 * gives up by itself does so before the answer is ready, at a time that is not known.
 */
function isLater(first: ObservedRequest, second: ObservedRequest): boolean {
  const hasGivenUp = first.status === 0 && !first.isSpoiled;
  return second.startedAt >= (hasGivenUp ? first.startedAt : first.endedAt);
}

function executedTwice(first: ObservedRequest, second: ObservedRequest): Judged | undefined {
  const { executed } = first;
  if (executed === '' || second.executed === '' || executed === second.executed) return undefined;
  // A fault may answer any error after the execution.
  if (!(hasFailed(first) || first.status >= 400) || !isUnkeyedRetry(first, second)) return undefined;
  const gap = secondsText(second.startedAt - first.startedAt);
  return {
    message: `${first.operation} was repeated after ${gap}, because ${failureOf(first)}, without the same Idempotency-Key. Both were executed: ${executed} and ${second.executed}.`,
    requests: [first, second],
    runIDs: [first.runID, second.runID],
  };
}

/** Operations that make something new each time. */
const CREATING: ReadonlySet<string> = new Set(['tasks/execute', 'runbooks/execute', 'resources/create']);

function retryWithoutKey(first: ObservedRequest, second: ObservedRequest): Judged | undefined {
  // After a 429 the client knows that nothing was executed.
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

/** Time by which a timer may fire early, in milliseconds. */
const EARLY_TIMER = 50;

function earlyRetry(first: ObservedRequest, second: ObservedRequest): Judged | undefined {
  if (first.retryAfterSeconds === undefined || first.status < 400 || !isLater(first, second)) return undefined;
  const waited = second.startedAt - first.endedAt;
  if (waited + EARLY_TIMER >= first.retryAfterSeconds * 1000) return undefined;
  return {
    message: `${first.operation} was repeated after ${secondsText(waited)}; Retry-After asked for ${first.retryAfterSeconds} s.`,
    requests: [first, second],
    runIDs: [],
  };
}

const FEWEST_ATTEMPTS = 4;
const SHORT_PAUSE = 1000;
/** Pauses that differ by less are equal: timers are late by some milliseconds. */
const JITTER = { ratio: 1.25, milliseconds: 20 };

/** Four or more attempts of a failing call, with short pauses that never grow. */
function noBackoff({ all, index }: Attempts): Judged | undefined {
  let from = index;
  while (from > 0 && isFailingRetry(all[from - 1], all[from])) from -= 1;
  const tried = all.slice(from, index + 1);
  if (tried.length < FEWEST_ATTEMPTS) return undefined;
  const pauses = tried.slice(1).map(({ startedAt }, i) => startedAt - (tried[i]?.endedAt ?? 0));
  const isGrowing = pauses.some((pause, i) => {
    const before = pauses[i - 1];
    return before !== undefined && pause > before * JITTER.ratio + JITTER.milliseconds;
  });
  if (isGrowing || pauses.some((pause) => pause < 0 || pause >= SHORT_PAUSE)) return undefined;
  return {
    message: `${tried[0]?.operation ?? ''} failed and was repeated ${tried.length - 1} times with pauses of ${secondsText(Math.min(...pauses))} to ${secondsText(Math.max(...pauses))}, which do not grow.`,
    requests: tried,
    runIDs: [],
    calls: tried.length,
  };
}

/** True when the second attempt follows the failure of the first one, which did not say when to come again. */
function isFailingRetry(first: ObservedRequest | undefined, second: ObservedRequest | undefined): boolean {
  if (first === undefined || second === undefined) return false;
  return hasFailed(first) && first.retryAfterSeconds === undefined && second.startedAt - first.endedAt < SHORT_PAUSE;
}

/** Refusals that may pass by themselves. */
const PASSING: ReadonlySet<number> = new Set([408, 409, 423, 425, 429]);
const FEWEST_REFUSALS = 3;

function isRefused({ status, isSpoiled }: ObservedRequest): boolean {
  return !isSpoiled && status >= 400 && status < 500 && !PASSING.has(status);
}

function retriedRefusal({ all, index }: Attempts): Judged | undefined {
  let from = index;
  while (from > 0 && isRefusedRetry(all[from - 1], all[from])) from -= 1;
  const tried = all.slice(from, index + 1);
  const last = all[index];
  if (last === undefined || !isRefused(last) || tried.length < FEWEST_REFUSALS) return undefined;
  return {
    message: `${last.operation} was called ${tried.length} times though each answer was ${last.status}.`,
    requests: tried,
    runIDs: [],
    calls: tried.length,
  };
}

function isRefusedRetry(first: ObservedRequest | undefined, second: ObservedRequest | undefined): boolean {
  if (first === undefined || second === undefined) return false;
  return isRefused(first) && second.startedAt >= first.endedAt && second.startedAt - first.endedAt <= RETRIED_WITHIN;
}
