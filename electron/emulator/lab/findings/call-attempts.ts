import { hasFailed } from '../../../../shared/model/failed-answer.ts';
import type { FindingRule } from '../../../../shared/registry/finding-rules.ts';
import { CALL_RULES, RETRIED_WITHIN } from './call-rules.ts';
import { NONE, trim, type Detector, type Occurrence } from './detector.ts';
import type { ObservedRequest } from './observed-request.ts';

const MAX_CALLS = 1000;
const SLACK = 100;
const MAX_ATTEMPTS = 20;
/** Number of requests in which a retry is looked for that ended before its failure was known. */
const MAX_RECENT = 200;

/** Collects the attempts of each call that failed or was refused, and judges them by the rules about calls. */
export function callAttempts(): Detector {
  const calls = new Map<string, ObservedRequest[]>();
  /** The latest requests that made something. */
  let recent: ObservedRequest[] = [];

  const attemptsOf = (request: ObservedRequest): ObservedRequest[] => {
    const known = calls.get(request.call);
    // The most recently used call is last.
    calls.delete(request.call);
    const later = ({ call, startedAt }: ObservedRequest): boolean =>
      call === request.call && startedAt >= request.startedAt;
    const attempts = (known ?? recent.filter(later)).filter(
      ({ startedAt }) => request.startedAt - startedAt <= RETRIED_WITHIN,
    );
    calls.set(request.call, attempts);
    trim(calls, MAX_CALLS, SLACK);
    return attempts;
  };

  return {
    observe: (request) => {
      if (request.status < 400 && !hasFailed(request)) {
        if (request.executed !== '' && recent.push(request) > 2 * MAX_RECENT) recent = recent.slice(-MAX_RECENT);
        if (calls.size === 0 || !calls.has(request.call)) return NONE;
      }
      const attempts = attemptsOf(request);
      const after = attempts.findIndex(({ startedAt }) => startedAt > request.startedAt);
      const index = after === -1 ? attempts.length : after;
      attempts.splice(index, 0, request);
      if (attempts.length > MAX_ATTEMPTS) attempts.shift();
      return judged(attempts, attempts.indexOf(request));
    },
    clear: () => {
      calls.clear();
      recent = [];
    },
  };
}

function judged(all: readonly ObservedRequest[], index: number): Occurrence[] {
  const subject = all[index]?.call ?? '';
  // The entries are those of the table.
  return (Object.keys(CALL_RULES) as (keyof typeof CALL_RULES & FindingRule)[]).flatMap((rule) => {
    const found = CALL_RULES[rule]({ all, index });
    return found === undefined ? [] : [{ rule, subject, ...found }];
  });
}
