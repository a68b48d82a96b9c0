import type { FaultKind } from '../registry/fault-kinds.ts';
import { capitalized } from '../values/messages.ts';
import type { Fault, FaultOf } from './fault.ts';
import type { Call } from './call.ts';

/** A call in words: `tasks/execute for refund #2`. */
export function callText({ operation, task, nth }: Call): string {
  return `${operation}${task === undefined ? '' : ` for ${task}`} #${nth}`;
}

/** A fault in words, in two parts: `First 2 of tasks/execute for refund` and `429, Retry-After 2 s`. */
export interface FaultSentence {
  /** The affected requests. */
  readonly subject: string;
  /** Its effect on them. */
  readonly effect: string;
}

/** The effect of each kind in words. To add a kind, add an entry. */
const EFFECTS: { readonly [Kind in FaultKind]: (fault: FaultOf<Kind>) => string } = {
  delay: ({ seconds, jitterSeconds }) =>
    `wait ${jitterSeconds === 0 ? seconds : `${seconds} to ${rounded(seconds + jitterSeconds)}`} s, then answer`,
  error: ({ status, code, retryAfterSeconds, after }) =>
    [
      after ? `executed, then ${status}` : String(status),
      ...(code === undefined ? [] : [code]),
      ...(retryAfterSeconds === undefined ? [] : [`Retry-After ${retryAfterSeconds} s`]),
    ].join(', '),
  lose: () => 'executed, but the answer is lost',
  refuse: () => 'connection reset before anything happens',
  truncate: ({ fraction }) => `answer cut off after ${percent(fraction)} of its body`,
  slow: ({ bytesPerSecond }) => `answer at ${bytesPerSecond.toLocaleString('en')} bytes per second`,
  hang: ({ seconds }) => `no answer, connection reset after ${seconds} s`,
  body: ({ status, contentType }) => `${status} with ${contentType.split(';')[0] ?? ''}, as from a proxy`,
  run: ({ status, afterSeconds }) =>
    `its run ${status === 'Failed' ? 'fails' : 'is cancelled'}${afterSeconds === 0 ? '' : ` after ${afterSeconds} s`}`,
  hold: ({ after, until, seconds, freezeClock }) => {
    const ends = [
      ...(until === undefined ? [] : [`${callText(until)} was answered`]),
      ...(seconds === null ? [] : [`${seconds} s are over`]),
      'it is released',
    ];
    const clock = freezeClock ? ', with the clock frozen' : '';
    return `${after ? 'executed, then its answer is held' : 'held'}${clock}, until ${ends.join(' or ')}`;
  },
};

/** The effect of a fault in words: `executed, but the answer is lost`. */
export function faultEffect(fault: Fault): string {
  return effectOf(fault.kind, fault);
}

function effectOf<Kind extends FaultKind>(kind: Kind, fault: FaultOf<Kind>): string {
  return EFFECTS[kind](fault);
}

/** Describes the affected requests and the effect of a fault. */
export function faultSentence(fault: Fault): FaultSentence {
  return { subject: capitalized(subjectOf(fault)), effect: faultEffect(fault) };
}

function subjectOf(fault: Fault): string {
  const { match, when, countPer, during } = fault;
  const operations = [match.operation ?? []].flat();
  const requests = operations.length === 0 ? 'requests' : operations.join(', ');
  const words: readonly (readonly [before: string, value: string | undefined])[] = [
    [' for ', match.task === null ? 'no task' : (match.task ?? match.runbook)],
    [' in ', match.environment],
    [' by ', match.client],
    [' with the key ', match.apiKey],
    [' with the headers ', match.headers === undefined ? undefined : Object.keys(match.headers).join(', ')],
    [', counted per ', countPer === 'fault' ? undefined : COUNTED[countPer]],
    [', in the first ', during === undefined ? undefined : `${during.for} s of every ${during.every} s`],
    [', when ', when],
  ];
  const parts = words.flatMap(([before, value]) => (value === undefined ? [] : [before + value]));
  return numberOf(fault, requests) + parts.join('');
}

const COUNTED = { apiKey: 'API key', idempotencyKey: 'idempotency key', run: 'run' } as const;

/** Describes the affected share of the matching requests: `first 2 of …`, `number 3 of …`, `20 % of all …`. */
function numberOf({ nth, skip, times, share }: Fault, requests: string): string {
  if (nth !== undefined) return `number ${nth} of ${requests}`;
  const some = share === 1 ? '' : `${percent(share)} of `;
  if (times === undefined)
    return skip === 0 ? `${some}all ${requests}` : `${some}all ${requests} after the first ${skip}`;
  if (skip === 0) return times === 1 ? `${some}the next of ${requests}` : `${some}the first ${times} of ${requests}`;
  return times === 1
    ? `${some}number ${skip + 1} of ${requests}`
    : `${some}numbers ${skip + 1} to ${skip + times} of ${requests}`;
}

function percent(share: number): string {
  return `${rounded(share * 100)} %`;
}

/** Rounds to three decimal places, so that sums of decimals are readable. */
function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}
