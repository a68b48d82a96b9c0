import type { CallAttempt, TrafficCall } from '../../../../shared/contract/emulator/rows.ts';
import { hasSameKey, keptRetryAfter } from '../../lab/findings/call-rules.ts';
import { attemptsOf, summaryOf, verdictOf } from '../../lab/findings/judged-call.ts';
import type { ObservedRequest } from '../../lab/findings/observed-request.ts';
import { observedRequest } from './findings.ts';
import type { LoggedExchange } from './logged-exchange.ts';
import type { TrafficLog } from './traffic-log.ts';
import { compareArrival } from './traffic-selection.ts';

/** Number of similar requests before and after a request that are compared with it: long bodies take a millisecond each. */
const MAX_NEAR = 50;
const FIELDS = ['method', 'path', 'search', 'callerID'] as const;

/** An attempt with what was logged of it. */
interface LoggedAttempt {
  readonly logged: LoggedExchange;
  readonly request: ObservedRequest;
}

/** The fields of an attempt that follows no other one. */
const FIRST = { sinceFirstMilliseconds: 0, pauseMilliseconds: null, hasSameKey: false, keptRetryAfter: null };

/** The call of a logged request: all its attempts, and the verdict on them. A request that calls no operation is its only one. */
export function trafficCall(traffic: TrafficLog, own: LoggedExchange): TrafficCall {
  const attempts = loggedAttempts(traffic, own);
  const requests = attempts.map(({ request }) => request);
  const told = attempts.map(({ logged, request }, index) => ({
    row: traffic.row(logged),
    retryAfterSeconds: request.status < 400 ? null : (request.retryAfterSeconds ?? null),
    ...sincePrevious(requests, index),
  }));
  return {
    attempts: told.length > 0 ? told : [{ row: traffic.row(own), retryAfterSeconds: null, ...FIRST }],
    summary: summaryOf(requests),
    verdict: verdictOf(requests),
  };
}

function sincePrevious(
  requests: readonly ObservedRequest[],
  index: number,
): Omit<CallAttempt, 'row' | 'retryAfterSeconds'> {
  const [first, before, own] = [requests[0], requests[index - 1], requests[index]];
  if (first === undefined || before === undefined || own === undefined) return FIRST;
  return {
    sinceFirstMilliseconds: Math.round(own.startedAt - first.startedAt),
    pauseMilliseconds: Math.round(own.startedAt - before.endedAt),
    hasSameKey: hasSameKey(before, own),
    keptRetryAfter: keptRetryAfter(before, own) ?? null,
  };
}

function loggedAttempts(traffic: TrafficLog, own: LoggedExchange): LoggedAttempt[] {
  const isSimilar = (other: LoggedExchange): boolean =>
    other.request.size === own.request.size && FIELDS.every((field) => other[field] === own[field]);
  const similar = traffic.logged().filter(isSimilar).sort(compareArrival);
  const at = similar.indexOf(own);
  const near = similar.slice(Math.max(0, at - MAX_NEAR), at + MAX_NEAR + 1).flatMap((logged) => {
    const request = observedRequest(logged, (text) => traffic.mask(text));
    return request === undefined ? [] : [{ logged, request }];
  });
  const call = near.find(({ logged }) => logged === own)?.request.call;
  const same = near.filter(({ request }) => request.call === call);
  return attemptsOf(
    same.findIndex(({ logged }) => logged === own),
    same,
  );
}
