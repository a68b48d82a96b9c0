import type { Fault, FaultOf } from '../../../shared/model/fault.ts';
import { ERRORS } from '../../../shared/http/errors.ts';
import type { PlannedEnd } from '../engine/runs/run-operations.ts';
import type { FaultKind } from '../../../shared/registry/fault-kinds.ts';

/** The effect on a request, which may replace its response. */
export type FaultEffect =
  | { readonly type: 'none' }
  | { readonly type: 'refuse' }
  | { readonly type: 'hang'; readonly milliseconds: number }
  | { readonly type: 'lose' }
  | { readonly type: 'truncate'; readonly fraction: number }
  | { readonly type: 'answer'; readonly answer: FaultAnswer; readonly isExecuted: boolean }
  | { readonly type: 'hold'; readonly fault: FaultOf<'hold'> }
  | { readonly type: 'endRun'; readonly end: PlannedEnd; readonly slug: string };

/** An answer that replaces the service's. */
export interface FaultAnswer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Code and message of an error in the service's form. */
  readonly error: { readonly code: string; readonly message: string } | undefined;
}

/** The combined effect of faults on one request. */
export interface FaultPlan {
  /** The faults that apply, in order. */
  readonly faults: readonly Fault[];
  readonly delayMilliseconds: number;
  /** Speed of the answer; null for full speed. */
  readonly bytesPerSecond: number | null;
  readonly effect: FaultEffect;
}

/** The contribution of one fault to a plan. `draw` returns a number from 0 to 1, derived from seed, fault and counter. */
type Planner<Kind extends FaultKind> = (fault: FaultOf<Kind>, draw: () => number) => Partial<FaultPlan>;

/** Plans by kind. To add a kind, add an entry. Source: lab, "Faults". */
const PLANS: { readonly [Kind in FaultKind]: Planner<Kind> } = {
  delay: ({ seconds, jitterSeconds }, draw) => ({ delayMilliseconds: (seconds + jitterSeconds * draw()) * 1000 }),
  slow: ({ bytesPerSecond }) => ({ bytesPerSecond }),
  refuse: () => ({ effect: { type: 'refuse' } }),
  hang: ({ seconds }) => ({ effect: { type: 'hang', milliseconds: seconds * 1000 } }),
  lose: () => ({ effect: { type: 'lose' } }),
  truncate: ({ fraction }) => ({ effect: { type: 'truncate', fraction } }),
  error: (fault) => ({ effect: { type: 'answer', answer: errorAnswer(fault), isExecuted: fault.after } }),
  body: ({ status, contentType, text }) => {
    const answer = { status, type: contentType, body: text, headers: {}, error: undefined };
    return { effect: { type: 'answer', answer, isExecuted: false } };
  },
  run: (fault) => ({ effect: { type: 'endRun', slug: fault.slug, end: plannedEnd(fault) } }),
  hold: (fault) => ({ effect: { type: 'hold', fault } }),
};

/** The end that a fault plans for a run. */
export function plannedEnd({ slug, status, message, afterSeconds }: FaultOf<'run'>): PlannedEnd {
  return { status, message: message ?? `The fault "${slug}" ended this run.`, afterSeconds, fault: slug };
}

function planOf<Kind extends FaultKind>(kind: Kind, fault: FaultOf<Kind>, draw: () => number): Partial<FaultPlan> {
  return PLANS[kind](fault, draw);
}

/** Faults that combine with the next one. */
const COMBINING: ReadonlySet<FaultKind> = new Set<FaultKind>(['delay', 'slow']);

/** True when the next applying fault is part of the plan, too. */
export function combines({ kind }: Fault): boolean {
  return COMBINING.has(kind);
}

/** Maximum delay of one request, in milliseconds: that of a single fault. */
const MAX_DELAY = 1_200_000;

export const NO_PLAN: FaultPlan = { faults: [], delayMilliseconds: 0, bytesPerSecond: null, effect: { type: 'none' } };

/** Adds a fault to a plan: delays add up, the lowest speed counts. */
export function withFault(plan: FaultPlan, fault: Fault, draw: () => number): FaultPlan {
  const { delayMilliseconds = 0, bytesPerSecond = null, effect = plan.effect } = planOf(fault.kind, fault, draw);
  return {
    faults: [...plan.faults, fault],
    delayMilliseconds: Math.min(plan.delayMilliseconds + delayMilliseconds, MAX_DELAY),
    bytesPerSecond: slowest(plan.bytesPerSecond, bytesPerSecond),
    effect,
  };
}

/** An error in the service's form (decision `errors`). */
export function errorAnswer({
  status,
  code,
  message,
  retryAfterSeconds,
}: Pick<FaultOf<'error'>, 'status' | 'code' | 'message' | 'retryAfterSeconds'>): FaultAnswer {
  const wait = retryAfterSeconds === undefined ? undefined : String(Math.ceil(retryAfterSeconds));
  const error = {
    message: message ?? sentence(status, wait),
    code: code ?? codeOf(status),
  };
  return {
    status,
    type: 'application/json',
    body: JSON.stringify({ error: error.message, code: error.code }),
    // Every 429 of the service has the header.
    headers: wait === undefined && status !== 429 ? {} : { 'Retry-After': wait ?? '0' },
    error,
  };
}

function sentence(status: number, wait: string | undefined): string {
  const problem = status === 429 ? 'Too many requests' : `The service answers with status ${status}`;
  return wait === undefined ? `${problem}.` : `${problem}; try again in ${wait} s.`;
}

function codeOf(status: number): string {
  const known = Object.entries(ERRORS).find(([, error]) => error.status === status)?.[0];
  return known ?? (status < 500 ? 'invalid_request' : 'internal');
}

function slowest(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.min(one, other);
}
