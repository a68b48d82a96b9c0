import { jsonOutcomeOfText, type Outcome } from './outcome.ts';
import type { RequestPipeline } from './request-pipeline.ts';
import type { Exchange, RelatedIds } from './exchange.ts';
import type { IdempotencyTurn } from '../../engine/idempotency.ts';
import { parseOwnJson } from '../../../../shared/values/json.ts';

/** Scope of an idempotency key: the API key or webhook URL, method, path and key. */
function scopeOf({ headers, method, path }: Exchange): string {
  return JSON.stringify([headers.apiKey ?? '', method, path, headers.idempotencyKey]);
}

/**
 * Processes a request once per idempotency key; later requests get the stored response (decision `idempotency`). A
 * synchronous `process` runs in the same turn as storing its response, so that both become durable together.
 */
export function processOnce(
  pipeline: RequestPipeline,
  exchange: Exchange,
  process: () => Outcome | Promise<Outcome>,
): Outcome | Promise<Outcome> {
  const turn = pipeline.ports.engine.idempotency.begin(scopeOf(exchange), exchange.bytes.toString('latin1'));
  if (turn.action === 'wait') return turn.until.then(() => processOnce(pipeline, exchange, process));
  if (turn.action === 'repeat') return repeated(exchange, turn);
  const given = process();
  return given instanceof Promise
    ? given.then((outcome) => kept(exchange, turn, outcome))
    : kept(exchange, turn, given);
}

function repeated(exchange: Exchange, { response, mismatch }: IdempotencyTurn<'repeat'>): Outcome {
  exchange.replayOf = response.trafficID;
  exchange.setRelatedIds(relatedIdsIn(response.body));
  if (mismatch)
    exchange.warn('This Idempotency-Key was used before with another body; this is the response to the first request');
  return jsonOutcomeOfText(response.body, response.status);
}

/** Stores the response of a request that succeeded. */
function kept({ trafficID }: Exchange, turn: IdempotencyTurn<'process'>, outcome: Outcome): Outcome {
  const { status, body } = outcome;
  if (status < 300 && typeof body === 'string') turn.store({ status, body, trafficID });
  else turn.release();
  return outcome;
}

/** Extracts the IDs from a stored response, by their names on `/v0`. */
function relatedIdsIn(body: string): Partial<RelatedIds> {
  const { runID, sessionID } = parseOwnJson<Partial<RelatedIds>>(body);
  return { ...(runID === undefined ? {} : { runID }), ...(sessionID === undefined ? {} : { sessionID }) };
}
