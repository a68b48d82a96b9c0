import type { IdempotencyOperations, IdempotencyOutcome, StoredResponse } from './engine.ts';
import type { EngineContext } from './engine-context.ts';

/** How long an answer is repeated (decision `idempotency`). */
const KEPT_FOR_MICROS = 3_600_000_000;

/** Requests with a key: the first is processed, later ones get its answer, those at the same time wait for it. */
export function createIdempotency(context: EngineContext): IdempotencyOperations {
  const processing = new Map<string, { promise: Promise<void>; finish: () => void }>();
  return {
    begin: (scope, body): IdempotencyOutcome => {
      const id = context.ids.digest(scope);
      const kept = context.state.get('idempotency', id);
      if (kept !== undefined && kept.at > context.time.now() - KEPT_FOR_MICROS) {
        return { turn: 'repeat', answer: kept, mismatch: kept.bodyHash !== context.ids.digest(body) };
      }
      const other = processing.get(id);
      if (other !== undefined) return { turn: 'wait', until: other.promise };
      const { promise, finish } = deferred();
      processing.set(id, { promise, finish });
      const release = (): void => {
        processing.delete(id);
        finish();
      };
      const keep = (answer: StoredResponse): void => {
        context.state.put('idempotency', { id, at: context.time.now(), bodyHash: context.ids.digest(body), ...answer });
        release();
      };
      return { turn: 'process', keep, release };
    },
  };
}

function deferred(): { promise: Promise<void>; finish: () => void } {
  let finish = (): void => undefined;
  const promise = new Promise<void>((resolve) => (finish = resolve));
  return { promise, finish };
}
