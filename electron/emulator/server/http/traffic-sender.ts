import { createHmac } from 'node:crypto';
import type { SentTraffic, TrafficSend } from '../../../../shared/contract/emulator/traffic.ts';
import { ApiError } from '../../../../shared/http/errors.ts';
import { isRead, isSentFor, SENT_FOR } from '../../../../shared/http/request-parts.ts';
import { areaOf, readTarget } from '../../../../shared/http/request-path.ts';
import type { Json } from '../../../../shared/values/json.ts';
import { quoteForMessage } from '../../../../shared/values/messages.ts';
import type { LoopbackRequest, SendLoopback } from './ports.ts';
import { trafficID, type LoggedExchange } from './logged-exchange.ts';
import type { TrafficLog } from './traffic-log.ts';

/** Maximum number of requests being sent at a time. */
const MAX_PENDING = 64;

/**
 * Headers about one connection or the encoding of the body. `Host` is not among them, so that the guard refuses a refused request
 * again.
 */
const OF_CONNECTION: ReadonlySet<string> = new Set([
  ...['connection', 'content-encoding', 'content-length', 'expect', 'http2-settings', 'keep-alive'],
  ...['proxy-connection', 'te', 'trailer', 'transfer-encoding', 'upgrade'],
]);

/** True for a header that Hangar sets itself, or leaves out. */
function isOwn(name: string): boolean {
  return OF_CONNECTION.has(name.toLowerCase()) || isSentFor(name);
}

/** Sends logged requests again, to this server. */
export class TrafficSender {
  readonly #traffic: TrafficLog;
  readonly #sendLoopback: SendLoopback;
  #pending = 0;

  constructor(traffic: TrafficLog, sendLoopback: SendLoopback) {
    this.#traffic = traffic;
    this.#sendLoopback = sendLoopback;
  }

  /** Sends a request again with changes. Resolves once the new request is logged, even when its answer fails. */
  send(logged: LoggedExchange, change: TrafficSend): Promise<SentTraffic> {
    const request = changedRequest(logged, change);
    if (this.#pending >= MAX_PENDING)
      throw new ApiError('rate_limited', `${MAX_PENDING} requests that are sent again are unanswered; wait for some.`);
    this.#pending += 1;
    return new Promise((resolve, reject) => {
      let stop = (): void => undefined;
      const expect = (port: number): void => {
        stop = this.#traffic.expect(port, (sent) => resolve({ id: trafficID(sent), status: sent.status }));
      };
      const end = (status: number | undefined): void => {
        stop();
        this.#pending -= 1;
        // No effect after the request was logged, which precedes the end of its connection.
        reject(unreadError(status));
      };
      this.#sendLoopback(request, expect).then(end, () => end(undefined));
    });
  }
}

function unreadError(status: number | undefined): ApiError {
  const answer = status === undefined ? 'closed the connection' : `answered ${status}`;
  return new ApiError('invalid_request', `The server ${answer} without reading the request: see its headers and size.`);
}

/** The request to send for a logged one. Throws `ApiError` when it cannot be sent. */
export function changedRequest(logged: LoggedExchange, { sign, body, headers = {} }: TrafficSend): LoopbackRequest {
  const target = logged.sentAs ?? logged.path + logged.search;
  const bytes = body === undefined ? keptBody(logged) : bytesOf(body);
  assertOfService(logged, target);
  const changed = new Map<string, readonly [name: string, value: string | null]>();
  for (const [name, value] of Object.entries(headers)) {
    if (isOwn(name))
      throw new ApiError('invalid_request', `headers.${name}: belongs to the connection and cannot be given.`);
    changed.set(name.toLowerCase(), [name, value]);
  }
  if (sign !== undefined) {
    const signature = createHmac('sha256', sign.secret).update(bytes).digest('hex');
    changed.set(sign.header.toLowerCase(), [sign.header, `sha256=${signature}`]);
  }
  const length = isRead(logged) && bytes.length === 0 ? [] : ['Content-Length', String(bytes.length)];
  return {
    method: logged.method,
    target,
    headers: [...withChanges(logged.rawHeaders, changed), SENT_FOR, 'replay', ...length],
    body: bytes,
  };
}

/** Throws unless the request is for the emulated service: Hangar's own interface has stricter access. */
function assertOfService({ method }: LoggedExchange, target: string): void {
  const read = readTarget(target);
  if (read.problem !== undefined || areaOf(read.path) !== 'v0' || method === 'CONNECT')
    throw new ApiError('invalid_request', `Only requests below /v0 can be sent again, not ${quoteForMessage(target)}.`);
}

/** The decoded body of a logged request. Throws 409 when it was not read or is truncated. */
function keptBody({ request: { part, size }, rawHeaders }: LoggedExchange): Uint8Array {
  const bytes = typeof part === 'string' ? Buffer.from(part) : part;
  if (bytes.length === size && (size > 0 || !announcesBody(rawHeaders))) return bytes;
  const reason = size === 0 ? 'was not read' : `is not kept whole: ${bytes.length} of ${size} bytes are`;
  throw new ApiError('conflict', `The body of this request ${reason}. Give one in "body".`);
}

function announcesBody(rawHeaders: readonly string[]): boolean {
  return rawHeaders.some((name, index) => {
    if (index % 2 === 1) return false;
    const lower = name.toLowerCase();
    return lower === 'transfer-encoding' || (lower === 'content-length' && Number(rawHeaders[index + 1]) > 0);
  });
}

function bytesOf(body: Json): Buffer {
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
}

/** Changes headers, keeping their order; new ones come last. */
function withChanges(
  rawHeaders: readonly string[],
  changed: ReadonlyMap<string, readonly [name: string, value: string | null]>,
): string[] {
  const headers: string[] = [];
  const left = new Map(changed);
  const change = (lower: string): void => {
    const [name = '', value = null] = left.get(lower) ?? [];
    left.delete(lower);
    if (value !== null) headers.push(name, value);
  };
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] ?? '';
    const lower = name.toLowerCase();
    if (isOwn(lower)) continue;
    if (changed.has(lower)) change(lower);
    else headers.push(name, rawHeaders[i + 1] ?? '');
  }
  for (const lower of [...left.keys()]) change(lower);
  return headers;
}
