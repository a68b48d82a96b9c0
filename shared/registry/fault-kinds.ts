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
