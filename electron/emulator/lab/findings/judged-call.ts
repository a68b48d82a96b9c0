import { hasFailed } from '../../../../shared/model/failed-answer.ts';
import type { TrafficCall } from '../../../../shared/contract/emulator/rows.ts';
import { FINDING_RULES } from '../../../../shared/registry/finding-rules.ts';
import { keysOf } from '../../../../shared/values/objects.ts';
import { Attempt } from './call-attempts.ts';
import { CALL_RULES, isRetry } from './call-rules.ts';
import type { ObservedRequest } from './observed-request.ts';

/** Maximum number of attempts of a call that are told. */
const MAX_ATTEMPTS = 20;

/** Sentences for a client that breaks a rule about calls, the worst first. */
const MISTAKES = {
  'executed-twice': 'The call was executed more than once. Send the same Idempotency-Key with every attempt.',
  'early-retry': 'The client repeated the call before Retry-After was over. Wait as long as the answer asks.',
  'retry-without-key': 'The attempts carry no common Idempotency-Key, so a lost answer would execute the call twice.',
  'no-backoff': 'The pauses between the attempts are short and do not grow. Double the pause after each attempt.',
  'retried-refusal': 'The client repeated the call though its answer said that the call itself is wrong.',
} as const satisfies Readonly<Record<keyof typeof CALL_RULES, string>>;

/** The attempts of a call around one of them. @param same requests with this call in the order of their arrival @param at index of the one */
export function attemptsOf<Same extends { readonly request: ObservedRequest }>(
  at: number,
  same: readonly Same[],
): Same[] {
  const isFollowed = (index: number): boolean => {
    const [first, second] = [same[index]?.request, same[index + 1]?.request];
    return first !== undefined && second !== undefined && isRetry(first, second);
  };
  let [from, to] = [at, at];
  while (at - from < MAX_ATTEMPTS / 2 && isFollowed(from - 1)) from -= 1;
  while (to - from < MAX_ATTEMPTS - 1 && isFollowed(to)) to += 1;
  return at < 0 ? [] : same.slice(from, to + 1);
}

/** A summary of attempts: `3 attempts in 3.1 s, one run`. */
export function summaryOf(attempts: readonly ObservedRequest[]): string {
  const [first, last] = [attempts[0], attempts.at(-1)];
  if (first === undefined || last === undefined || first === last)
    return 'One attempt: the client has not repeated this call.';
  const seconds = Math.round((last.endedAt - first.startedAt) / 100) / 10;
  return `${attempts.length} attempts in ${seconds} s${runsText(attempts)}`;
}

/** The number of runs that attempts created or named; "" for none. */
function runsText(attempts: readonly ObservedRequest[]): string {
  const runs = new Set(attempts.map(({ runID }) => runID).filter((id) => id !== '')).size;
  return runs === 0 ? '' : runs === 1 ? ', one run' : `, ${runs} runs`;
}

/** The verdict on the attempts of a call by the rules of the findings; `null` when it needed no retry. */
export function verdictOf(attempts: readonly ObservedRequest[]): TrafficCall['verdict'] {
  const last = attempts.at(-1);
  if (last === undefined) return null;
  const rule = brokenBy(attempts);
  if (rule !== undefined)
    return { level: FINDING_RULES[rule].level === 'error' ? 'error' : 'warning', rule, text: MISTAKES[rule] };
  if (attempts.length === 1 && !hasFailed(last)) return null;
  if (!hasFailed(last)) {
    const survived = attempts.some(({ isSpoiled }) => isSpoiled) ? 'survives a lost answer' : 'retries well';
    const text = `This client ${survived}: ${attempts.length} attempts${runsText(attempts)}.`;
    return { level: 'fine', rule: '', text };
  }
  const text =
    attempts.length === 1
      ? 'The client has not repeated this call, though it may succeed now.'
      : `The call has failed ${attempts.length} times. The client has stopped for now.`;
  return { level: 'warning', rule: '', text };
}

/** The worst rule that attempts break. */
function brokenBy(requests: readonly ObservedRequest[]): keyof typeof MISTAKES | undefined {
  const all: Attempt[] = [];
  for (const request of requests) all.push(new Attempt(request, all.at(-1)));
  return keysOf(MISTAKES).find((rule) => all.some((_, index) => CALL_RULES[rule]({ all, index }) !== undefined));
}
