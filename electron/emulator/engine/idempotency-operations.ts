/** A response stored under an idempotency key. */
export interface StoredResponse {
  readonly status: number;
  readonly body: string;
  readonly trafficID: string;
}

/** The way to handle a request that carries an idempotency key. */
export type IdempotencyOutcome =
  /** Process it, then call `store` or `release` in the turn of the event loop that stored its effects. */
  | { readonly action: 'process'; readonly store: (response: StoredResponse) => void; readonly release: () => void }
  /** Repeat the stored response. `mismatch`: the body differs from that of the first request. */
  | { readonly action: 'repeat'; readonly response: StoredResponse; readonly mismatch: boolean }
  /** Wait for the request in progress, then begin again. */
  | { readonly action: 'wait'; readonly until: Promise<void> };

/** The outcome of one action. */
export type IdempotencyTurn<Action extends IdempotencyOutcome['action']> = Extract<
  IdempotencyOutcome,
  { readonly action: Action }
>;
