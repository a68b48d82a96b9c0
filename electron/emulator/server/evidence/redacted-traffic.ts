import type { TrafficEntry, TrafficSide } from '../../../../shared/contract/emulator/rows.ts';
import type { ErrorFacts } from '../../../../shared/http/errors.ts';
import type { Redaction } from '../../../../shared/model/masking.ts';
import type { Placeholders } from '../../../../shared/model/placeholders.ts';
import { trafficEntry, trafficRow } from '../http/traffic-format.ts';
import { trafficID, type LoggedExchange } from '../http/logged-exchange.ts';
import type { Slices } from '../../slices/slices.ts';
import { MAX_BODY_BYTES } from '../http/traffic-log.ts';

/** Returns the name of a user. */
type NameOf = (userID: string) => string;

/** Formats a logged request with placeholders instead of secrets. */
export function redactedEntry(logged: LoggedExchange, nameOf: NameOf, redaction: Redaction): TrafficEntry {
  const context = { nameOf, redaction };
  return trafficEntry(logged, trafficRow(logged, trafficID(logged), context), context);
}

/** Collects the secrets in requests, in time slices. */
export async function collectFromTraffic(
  entries: readonly LoggedExchange[],
  { nameOf, placeholders, slices }: { nameOf: NameOf; placeholders: Placeholders; slices: Slices },
): Promise<void> {
  for (const logged of entries) {
    redactedEntry(logged, nameOf, placeholders.collecting);
    await slices.pauseIfDue();
  }
}

/** A logged request with the placeholders of its formatted entry instead of secrets. */
export function redactedExchange(logged: LoggedExchange, entry: TrafficEntry, facts: ErrorFacts): LoggedExchange {
  const { row, request, answer } = entry;
  const { error } = logged;
  return {
    ...logged,
    path: row.path,
    search: row.query,
    sentAs: undefined,
    rawHeaders: request.headers.flat(),
    warnings: row.warnings,
    error: error && { code: error.code, decision: error.decision, message: row.error, facts },
    idempotencyKey: row.idempotencyKey,
    answerHeaders: Object.fromEntries(answer.headers),
    request: bodyOf(request),
    answer: bodyOf(answer),
  };
}

/** The body in its stored form. Placeholders may be longer or shorter than secrets. */
function bodyOf({ body, encoding, size, truncated }: TrafficSide): LoggedExchange['request'] {
  if (size === 0) return { part: '', size: 0 };
  const bytes = Buffer.from(body, encoding);
  const part = bytes.subarray(0, MAX_BODY_BYTES);
  return { part, size: truncated ? Math.max(size, bytes.length + 1) : bytes.length };
}
