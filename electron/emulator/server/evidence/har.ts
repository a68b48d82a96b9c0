import type { HarDetails } from '../../../../shared/contract/emulator/har.ts';
import { epochMilliseconds } from '../../../../shared/values/timestamp.ts';
import { inSlices, Slices } from '../../slices/slices.ts';
import type { PersistedTraffic } from '../http/persisted-traffic.ts';
import type { ServerPorts } from '../http/ports.ts';
import { requestMatcher } from '../http/request-search.ts';
import type { LoggedExchange } from '../http/logged-exchange.ts';
import type { TrafficLog } from '../http/traffic-log.ts';
import type { TrafficSelection } from '../http/traffic-selection.ts';
import { harEntry } from './har-entry.ts';
import { knownSecrets } from './known-secrets.ts';
import { collectFromTraffic, redactedEntry } from './redacted-traffic.ts';

/** Requests of an archive, and their source. */
interface HarSource {
  readonly ports: ServerPorts;
  readonly traffic: TrafficLog;
  readonly kept: Pick<PersistedTraffic, 'ready'>;
  readonly selection: TrafficSelection & { readonly q?: string | undefined };
}

/** The pieces of the text of an HTTP archive, oldest request first. */
export async function openHar(
  { ports, traffic, kept, selection }: HarSource,
  slices: Slices,
): Promise<Generator<string, void, undefined>> {
  const matches = requestMatcher(selection.q, { engine: ports.engine, traffic });
  await kept.ready();
  const { found } = await inSlices(traffic.search(selection, matches), slices);
  return prepareHar(ports, found.reverse(), slices);
}

/** The text of an HTTP archive. */
export async function readHar(source: HarSource): Promise<string> {
  const slices = new Slices();
  let text = '';
  for (const piece of await openHar(source, slices)) {
    text += piece;
    await slices.pauseIfDue();
  }
  return text;
}

/**
 * Prepares an HTTP archive (HAR 1.2) of requests: collects their secrets, in time slices. Returns the pieces of its text, produced as they are read.
 * @param entries in the order of the archive
 */
async function prepareHar(
  ports: ServerPorts,
  entries: readonly LoggedExchange[],
  slices: Slices,
): Promise<Generator<string, void, undefined>> {
  const placeholders = knownSecrets(ports);
  await collectFromTraffic(entries, { nameOf: ports.engine.access.nameOf, placeholders, slices });
  return harPieces(ports, entries, placeholders.replacing());
}

function* harPieces(
  { engine, info, options }: ServerPorts,
  entries: readonly LoggedExchange[],
  redaction: Parameters<typeof redactedEntry>[2],
): Generator<string, void, undefined> {
  const creator = { name: 'Hangar', version: options.version };
  const comment = 'Secrets are replaced by placeholders, equal ones by the same';
  yield `${JSON.stringify({ version: '1.2', creator, comment }).replace(/^/, '{"log":').slice(0, -1)},"entries":[`;
  const base = info().url;
  for (const [index, logged] of entries.entries()) {
    const entry = redactedEntry(logged, engine.access.nameOf, redaction);
    const context = { base, startedAt: epochMilliseconds(logged.at), webhook: webhookOf(logged, engine) };
    yield (index === 0 ? '' : ',') + JSON.stringify(harEntry(entry, context));
  }
  yield ']}}';
}

/** The called webhook of a request, by slugs. Source: service API, "Webhook trigger": `/v0/webhooks/<environment>/…`. */
export function webhookOf({ webhook, path }: LoggedExchange, engine: ServerPorts['engine']): HarDetails['webhook'] {
  if (webhook === undefined) return undefined;
  const task = engine.definitions().tasks.byId(webhook.taskID)?.slug ?? '';
  return { task, slug: webhook.slug, environment: path.split('/')[3] ?? '' };
}
