import { type EngineContext, Waiters } from './context/engine-context.ts';
import { MICROS_PER_SECOND, type Micros } from '../../../shared/values/timestamp.ts';

/** A response stored under an idempotency key. */
interface StoredResponse {
  readonly status: number;
  readonly body: string;
  readonly trafficID: string;
}

/** The way to handle a request that carries an idempotency key. */
type IdempotencyOutcome =
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

/** Time for which a response is repeated, in seconds (decision `idempotency`). */
const REPEATED_FOR = 3600;

/** Processes the first request with a key, repeats its response to later ones, and lets concurrent ones wait. */
export function createIdempotency(context: EngineContext) {
  const processing = new Set<string>();
  const processed = new Waiters<void>();
  const isExpired = (at: Micros): boolean => context.time.elapsedSince(at) >= REPEATED_FOR * MICROS_PER_SECOND;
  return {
    /** @param scope identifies caller or webhook URL, method, path and key */
    begin: (scope: string, body: string): IdempotencyOutcome => {
      const id = context.ids.digest(scope);
      const stored = context.state.get('idempotency', id);
      if (stored !== undefined && !isExpired(stored.at)) {
        return { action: 'repeat', response: stored, mismatch: stored.bodyHash !== context.ids.digest(body) };
      }
      if (processing.has(id)) return { action: 'wait', until: processed.wait(id) };
      processing.add(id);
      const release = (): void => {
        processing.delete(id);
        processed.resolve(id);
      };
      const store = (response: StoredResponse): void => {
        context.state.forgetResponses(isExpired);
        context.state.put('idempotency', {
          id,
          at: context.time.now(),
          bodyHash: context.ids.digest(body),
          ...response,
        });
        release();
      };
      return { action: 'process', store, release };
    },
  };
}
