import { MICROS_PER_SECOND, type Micros } from '../../../../shared/values/timestamp.ts';
import { trimInBatches } from '../../../../shared/values/trim.ts';
import { NONE, type Detector } from './detector.ts';
import type { ObservedRequest } from './observed-request.ts';
import { quoteForMessage } from '../../../../shared/values/messages.ts';

/** Maximum number of keys that are remembered. */
const MAX_KEYS = 5000;
/** Emulated seconds after which a key may be used again (decision `idempotency`). */
const KEPT_FOR = 3600;

/** Finds idempotency keys with two different bodies or operations. */
export function reusedKeys(): Detector {
  const keys = new Map<string, { readonly request: ObservedRequest; readonly at: Micros }>();
  return {
    observe: (request) => {
      const { idempotencyKey, at, operation } = request;
      if (idempotencyKey === '') return NONE;
      const id = JSON.stringify([request.callerID, idempotencyKey]);
      const known = keys.get(id);
      const isNew = known === undefined || at - known.at > KEPT_FOR * MICROS_PER_SECOND;
      if (isNew) {
        keys.set(id, { request, at });
        trimInBatches(keys, MAX_KEYS);
        return NONE;
      }
      const first = known.request;
      if (first.action === request.action) return NONE;
      const what = first.operation === operation ? 'another body' : `${first.operation}, with another operation`;
      return [
        {
          rule: 'key-reused',
          subject: id,
          message: `The Idempotency-Key "${quoteForMessage(idempotencyKey)}" of ${operation} was used before for ${what}.`,
          requests: [first, request],
          runIDs: [first.runID, request.runID],
        },
      ];
    },
    clear: () => keys.clear(),
  };
}
