import { jsonOutcomeOfText, type Outcome } from './outcome.ts';
import type { RequestPipeline } from './request-pipeline.ts';
import type { Exchange, RelatedIds } from './exchange.ts';
import { parseOwnJson } from '../../../../shared/values/json.ts';

/** Scope of an idempotency key: the API key or webhook URL, method, path and key. */
function scopeOf({ headers, method, path }: Exchange): string {
  return JSON.stringify([headers.apiKey ?? '', method, path, headers.idempotencyKey]);
}

/**
 * Processes a request once per idempotency key; later requests get the stored response (decision `idempotency`). A
 * synchronous `process` runs in the same turn as storing its response, so that both become durable together.
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
          'This Idempotency-Key was used before with another body; this is the response to the first request',
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

/** Extracts the IDs from a stored response, by their names on `/v0`. */
function relatedIdsIn(body: string): Partial<RelatedIds> {
  const { runID, sessionID } = parseOwnJson<Partial<RelatedIds>>(body);
  return { ...(runID === undefined ? {} : { runID }), ...(sessionID === undefined ? {} : { sessionID }) };
}
