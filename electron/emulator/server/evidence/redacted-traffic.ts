import type { TrafficEntry } from '../../../../shared/contract/emulator/rows.ts';
import type { Placeholders, Redaction } from '../../../../shared/model/redaction.ts';
import { trafficEntry, trafficRow } from '../http/traffic-format.ts';
import { trafficID, type LoggedExchange } from '../http/traffic-log.ts';

/** Returns the name of a user. */
type NameOf = (userID: string) => string;

/** Formats a logged request with placeholders instead of secrets. */
export function redactedEntry(logged: LoggedExchange, nameOf: NameOf, redaction: Redaction): TrafficEntry {
  const context = { nameOf, redaction };
  return trafficEntry(logged, trafficRow(logged, trafficID(logged), context), context);
}

/** Learns the secrets in requests. Yields after each request. */
export function* collectFromTraffic(
  entries: readonly LoggedExchange[],
  nameOf: NameOf,
  { collecting }: Placeholders,
): Generator<void, void, undefined> {
  for (const logged of entries) {
    redactedEntry(logged, nameOf, collecting);
    yield;
  }
}
