import type { TrafficEntry } from '../../../../shared/contract/emulator/rows.ts';
import type { Redaction } from '../../../../shared/model/redaction.ts';
import type { Placeholders } from '../../../../shared/model/placeholders.ts';
import { trafficEntryInSteps, trafficRow } from '../http/traffic-format.ts';
import { trafficID, type LoggedExchange } from '../http/logged-exchange.ts';

/** Returns the name of a user. */
type NameOf = (userID: string) => string;

/** Formats a logged request with placeholders instead of secrets. Yields often in long bodies. */
export function* redactedEntry(
  logged: LoggedExchange,
  nameOf: NameOf,
  redaction: Redaction,
): Generator<void, TrafficEntry, undefined> {
  const context = { nameOf, redaction };
  return yield* trafficEntryInSteps(logged, trafficRow(logged, trafficID(logged), context), context);
}

/** Collects the secrets in requests. Yields after each request. */
export function* collectFromTraffic(
  entries: readonly LoggedExchange[],
  nameOf: NameOf,
  { collecting }: Placeholders,
): Generator<void, void, undefined> {
  for (const logged of entries) {
    yield* redactedEntry(logged, nameOf, collecting);
    yield;
  }
}

/** Yields an empty piece of a text for each step of work. */
export function* asPieces<Result>(work: Generator<void, Result, undefined>): Generator<string, Result, undefined> {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
    yield '';
  }
}
