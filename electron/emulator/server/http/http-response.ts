import type { ServerResponse } from 'node:http';
import { type Duplex, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { isRead } from '../../../../shared/http/request-parts.ts';
import { JSON_TYPE, type Outcome } from './outcome.ts';
import { clearTimeout, setTimeout, setImmediate } from '../../timers/timers.ts';

/** A response as it is sent. */
export interface HttpResponse extends Pick<Outcome, 'status' | 'body'> {
  readonly headers: Readonly<Record<string, string>>;
}

/** Stands for a response that was already sent, or a connection that was closed. */
export const ALREADY_SENT: HttpResponse = { status: 0, headers: {}, body: null };

/** Maximum time for the rest of a request to arrive after its response, in milliseconds. */
const REST_TIME = 500;

/** Sends a response. Resolves or returns when it is handed to the connection; a stream that fails closes it. */
export function writeResponse(outgoing: ServerResponse, response: HttpResponse): void | Promise<void> {
  if (response === ALREADY_SENT) return;
  const { req } = outgoing;
  if (!isRead(req) && !req.complete) outgoing.once('finish', () => discardRest(outgoing));
  const { status, body, headers } = response;
  if (body instanceof ReadableStream) return writeStream(outgoing, response, body);
  outgoing.writeHead(status, mayTakeLength(response, req.method) ? withLength(headers, body ?? '') : headers);
  outgoing.end(body ?? undefined);
}

/** True when the headers have the length of the body (RFC 9110 8.6). The headers of HEAD are those of GET. */
function mayTakeLength({ status, headers }: HttpResponse, method: string | undefined): boolean {
  return method !== 'HEAD' && status !== 204 && status !== 304 && headers['Content-Length'] === undefined;
}

function withLength(headers: HttpResponse['headers'], body: string | Uint8Array): Record<string, string | number> {
  const length = typeof body === 'string' ? Buffer.byteLength(body) : body.length;
  if (headers === PLAIN_HEADERS) return { 'Content-Type': JSON_TYPE, 'Content-Length': length };
  return Object.assign({}, headers, { 'Content-Length': length });
}

async function writeStream(
  outgoing: ServerResponse,
  { status, headers }: HttpResponse,
  body: ReadableStream<Uint8Array>,
): Promise<void> {
  outgoing.writeHead(status, headers);
  outgoing.flushHeaders();
  // A client that disconnects is no error. Other errors destroy the connection, so that the response is not taken for complete.
  // oxlint-disable-next-line typescript/no-unnecessary-type-assertion -- tests add the types of browsers
  await pipeline(Readable.fromWeb(body as NodeReadableStream<Uint8Array>), outgoing).catch(() => undefined);
}

/** Discards the rest of a request, so that its client can read the response; closes the connection if it goes on. */
function discardRest({ req }: ServerResponse): void {
  if (req.complete || req.destroyed) return;
  destroySoon(req.socket, req);
  req.resume();
}

/** Destroys a socket in a moment, in which its client can read what was sent. @param ended closes earlier when nothing is left to destroy */
export function destroySoon(socket: Duplex, ended: Readable = socket): void {
  const timer = setTimeout(() => socket.destroy(), REST_TIME);
  ended.once('close', () => clearTimeout(timer));
}

/** Headers of most responses, in one object that entries of the traffic log share. */
export const PLAIN_HEADERS: Readonly<Record<string, string>> = Object.freeze({ 'Content-Type': JSON_TYPE });

/** A response to write. */
interface PendingResponse {
  readonly outgoing: ServerResponse;
  readonly response: HttpResponse;
  /** Called when it cannot be written. */
  readonly fail: (error: unknown) => void;
}

/**
 * Responses that are available at once, written together at the end of the turn of the event loop. Written one by one, between
 * the requests that the turn has read, each takes a sixth more processor time.
 */
export class ResponseBatch {
  #pending: PendingResponse[] = [];

  add(response: PendingResponse): void {
    if (this.#pending.push(response) === 1) setImmediate(() => this.#write());
  }

  #write(): void {
    const responses = this.#pending;
    this.#pending = [];
    for (const response of responses) write(response);
  }
}

function write({ outgoing, response, fail }: PendingResponse): void {
  try {
    writeResponse(outgoing, response)?.catch(fail);
  } catch (error) {
    fail(error);
  }
}
