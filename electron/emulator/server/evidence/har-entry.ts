import { STATUS_CODES } from 'node:http';
import type { HarDetails, HarEntry } from '../../../../shared/contract/emulator/har.ts';
import type { TrafficEntry, TrafficSide } from '../../../../shared/contract/emulator/rows.ts';

/** Facts that a formatted request lacks. */
interface HarContext {
  /** Base URL of the server. */
  readonly base: string;
  /** Start of the request, in milliseconds since the epoch. */
  readonly startedAt: number;
  readonly webhook: HarDetails['webhook'];
}

/** Converts a logged request to an entry of an HTTP archive. */
export function harEntry(entry: TrafficEntry, { base, startedAt, webhook }: HarContext): HarEntry {
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
