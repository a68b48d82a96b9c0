/**
 * The kinds of faults, each with its description for docs/faults.md and the OpenAPI document. To add a kind, add an entry; the
 * compiler asks for its schema in `shared/model/fault.ts` and its plan in the lab.
 */
export const FAULT_KINDS = {
  delay: 'Waits for `seconds`, and up to `jitterSeconds` more, before the request is handled.',
  error: 'Answers with an error in the service’s form. Executes nothing, unless `after` is true.',
  lose: 'Executes the request, then closes the connection without an answer.',
  refuse: 'Resets the connection before anything happens.',
  truncate: 'Executes the request, sends the part `fraction` of the answer’s body, then resets the connection.',
  slow: 'Sends the answer at the speed `bytesPerSecond`, for 600 s at most; then resets the connection.',
  hang: 'Executes nothing, and resets the connection after `seconds`.',
  body: 'Answers as a proxy does. Executes nothing.',
  run: 'Ends the run that the request made, `afterSeconds` after it became Active.',
  hold: 'Holds the request, or with `after` its answer, until it is released, `until` was answered, or `seconds` are over.',
} as const;

/** The kind of a fault. */
export type FaultKind = keyof typeof FAULT_KINDS;

/** The names of the kinds, for lists to choose from. */
export const FAULT_NAMES = {
  delay: 'Late answer',
  error: 'Error',
  lose: 'Lost answer',
  refuse: 'Refused connection',
  truncate: 'Cut-off answer',
  slow: 'Slow answer',
  hang: 'No answer',
  body: 'Answer of a proxy',
  run: 'End of the run',
  hold: 'Held request',
} as const satisfies Readonly<Record<FaultKind, string>>;

/** Fields of a fault that decide whether a client survives it. */
interface Survivable {
  readonly kind: FaultKind;
  readonly status?: number | string;
}

interface Survival {
  readonly holds: (fault: Survivable) => boolean;
  readonly reason: string;
}

const ALWAYS = (): boolean => true;
const NEVER = (): boolean => false;

/** The faults that a good client survives when it meets a single one, each with the reason. For the invariant `recovers`. */
export const SURVIVALS: Readonly<Record<FaultKind, Survival>> = {
  delay: { holds: ALWAYS, reason: 'The answer comes, or the client repeats the call after its own timeout.' },
  error: {
    holds: ({ status }) => !isBetween(status, 400, 428),
    reason: 'A server that fails or is busy can be asked again; 400 to 428 say that the call itself is wrong.',
  },
  lose: { holds: ALWAYS, reason: 'The call can be repeated with its Idempotency-Key.' },
  refuse: { holds: ALWAYS, reason: 'Nothing was executed, so the call can be repeated.' },
  truncate: { holds: ALWAYS, reason: 'An answer that cannot be read is a lost one.' },
  slow: { holds: ALWAYS, reason: 'The answer comes, or the client repeats the call after its own timeout.' },
  hang: { holds: ALWAYS, reason: 'The call can be repeated after a timeout of the client.' },
  body: {
    holds: ({ status }) => !isBetween(status, 400, 499),
    reason:
      'A page of a proxy is no answer of the service, so the call can be repeated; with 4xx it says that the call is wrong.',
  },
  run: { holds: NEVER, reason: 'A run that fails is an outcome, which the client reports.' },
  hold: { holds: ALWAYS, reason: 'The answer comes late, or the client repeats the call after its own timeout.' },
};

/** True for a fault that a good client survives when it meets no other. */
export function survives(fault: Survivable): boolean {
  return SURVIVALS[fault.kind].holds(fault);
}

function isBetween(status: number | string | undefined, from: number, to: number): boolean {
  return typeof status === 'number' && status >= from && status <= to;
}
