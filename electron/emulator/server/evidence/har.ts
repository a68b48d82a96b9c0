import { STATUS_CODES } from 'node:http';
import type { HarDetails, HarEntry } from '../../../../shared/contract/emulator/traffic.ts';
import { epochMilliseconds } from '../../../../shared/values/timestamp.ts';
import { inSlices, Slices } from '../../slices/slices.ts';
import type { PersistedTraffic } from '../http/persisted-traffic.ts';
import type { ServerPorts } from '../http/ports.ts';
import { requestMatcher } from '../http/request-search.ts';
import type { LoggedExchange } from '../http/logged-exchange.ts';
import type { TrafficLog } from '../http/traffic-log.ts';
import type { TrafficSelection } from '../http/traffic-selection.ts';
import { knownSecrets } from './known-secrets.ts';
import { collectFromTraffic, redactedEntry } from './redacted-traffic.ts';
import type { TrafficEntry, TrafficSide } from '../../../../shared/contract/emulator/rows.ts';

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
  const matches = requestMatcher(selection.q, { ...ports, traffic });
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

/** Facts that a formatted request lacks. */
interface HarContext {
  /** Base URL of the server. */
  readonly base: string;
  /** Start of the request, in milliseconds since the epoch. */
  readonly startedAt: number;
  readonly webhook: HarDetails['webhook'];
}

/** Converts a logged request to an entry of an HTTP archive. */
function harEntry(entry: TrafficEntry, { base, startedAt, webhook }: HarContext): HarEntry {
  const { row } = entry;
  return {
    startedDateTime: new Date(startedAt).toISOString(),
    time: row.milliseconds,
    request: {
      method: row.method,
      // `OPTIONS *` has no path, and an archive needs a URL.
      url: `${base}${row.path.startsWith('/') ? '' : '/'}${row.path}${row.query}`,
      ...sideOf(entry.request),
      queryString: pairs([...new URLSearchParams(row.query)]),
      ...postDataOf(entry.request),
    },
    response: {
      status: row.status,
      statusText: STATUS_CODES[row.status] ?? '',
      ...sideOf(entry.answer),
      content: {
        size: entry.answer.size,
        mimeType: headerOf(entry.answer, 'content-type'),
        text: entry.answer.body,
        ...(entry.answer.encoding === 'base64' ? { encoding: 'base64' as const } : {}),
      },
      redirectURL: '',
    },
    cache: {},
    timings: { send: 0, wait: row.milliseconds, receive: 0 },
    comment: commentOf(entry),
    _hangar: {
      id: row.id,
      operation: entry.operation,
      runID: row.runID,
      sessionID: row.sessionID,
      promptID: row.promptID,
      fault: row.fault?.slug ?? '',
      ...(webhook === undefined ? {} : { webhook }),
      requestTruncated: entry.request.truncated,
      answerTruncated: entry.answer.truncated,
    },
  };
}

function sideOf({ headers, size }: TrafficSide) {
  return { httpVersion: 'HTTP/1.1', cookies: [], headers: pairs(headers), headersSize: -1, bodySize: size };
}

function postDataOf(side: TrafficSide): Pick<HarEntry['request'], 'postData'> {
  if (side.size === 0) return {};
  const { body: text, encoding } = side;
  const mimeType = headerOf(side, 'content-type');
  return { postData: { mimeType, text, ...(encoding === 'base64' ? { _encoding: encoding } : {}) } };
}

/** A comment about the run, the fault and the error of a request. */
function commentOf({ row, request, answer }: TrafficEntry): string {
  const { runID, sessionID, fault, decision } = row;
  const cut = (name: string, { body, size }: TrafficSide): string =>
    `only the first ${Buffer.byteLength(body)} of ${size} bytes of the ${name} are kept`;
  return [
    runID === '' ? '' : `run ${runID}`,
    sessionID === '' ? '' : `session ${sessionID}`,
    fault === undefined ? '' : `fault ${fault.slug} (${fault.kind})`,
    decision === '' ? '' : `decision ${decision}`,
    row.status === 0 ? 'no answer arrived' : '',
    request.truncated ? cut('request', request) : '',
    answer.truncated ? cut('answer', answer) : '',
  ]
    .filter((text) => text !== '')
    .join('; ');
}

function pairs(list: readonly (readonly [string, string])[]): { name: string; value: string }[] {
  return list.map(([name, value]) => ({ name, value }));
}

function headerOf({ headers }: TrafficSide, wanted: string): string {
  return headers.find(([name]) => name.toLowerCase() === wanted)?.[1] ?? '';
}
