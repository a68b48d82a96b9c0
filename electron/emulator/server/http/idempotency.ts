import { jsonOutcomeOfText, type Outcome } from './outcome.ts';
import type { RequestPipeline } from './request-pipeline.ts';
import type { Exchange, RelatedIds } from './exchange.ts';

/** Who and what an idempotency key counts for: the API key, or the webhook's URL, with method, path and key. */
function scopeOf({ headers, method, path }: Exchange): string {
  return JSON.stringify([headers.apiKey ?? '', method, path, headers.idempotencyKey]);
}

/**
 * Processes a request unless one with its key was processed before; then its answer is repeated (decision `idempotency`).
 * A synchronous `process` runs in the same turn as the keeping of its answer, so that both become durable together.
 */
export async function processOnce(
  { ports }: RequestPipeline,
  exchange: Exchange,
  process: () => Outcome | Promise<Outcome>,
): Promise<Outcome> {
  const scope = scopeOf(exchange);
  for (;;) {
    const turn = ports.engine.idempotency.begin(scope, exchange.bytes.toString('latin1'));
    if (turn.action === 'wait') {
      await turn.until;
      continue;
    }
    if (turn.action === 'repeat') {
      exchange.replayOf = turn.response.trafficID;
      exchange.setRelatedIds(relatedIdsIn(turn.response.body));
      if (turn.mismatch) {
        exchange.warn(
          'This Idempotency-Key was used before with another body; the answer is that of the first request',
        );
      }
      return jsonOutcomeOfText(turn.response.body, turn.response.status);
    }
    const given = process();
    const outcome = given instanceof Promise ? await given : given;
    if (outcome.status < 300 && typeof outcome.body === 'string') {
      turn.store({ status: outcome.status, body: outcome.body, trafficID: exchange.trafficID });
    } else turn.release();
    return outcome;
  }
}

/** What an earlier answer tells of: the IDs in it, by the names that they have on `/v0`. */
function relatedIdsIn(body: string): Partial<RelatedIds> {
  const { runID, sessionID } = JSON.parse(body) as Partial<RelatedIds>;
  return { ...(runID === undefined ? {} : { runID }), ...(sessionID === undefined ? {} : { sessionID }) };
}
