import type { TrafficEntry } from '../../../../shared/contract/emulator/rows.ts';
import type { Redaction } from '../../../../shared/model/redaction.ts';
import type { Placeholders } from '../../../../shared/model/placeholders.ts';
import { trafficEntry, trafficRow } from '../http/traffic-format.ts';
import { trafficID, type LoggedExchange } from '../http/logged-exchange.ts';
import type { Slices } from '../../slices/slices.ts';

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
