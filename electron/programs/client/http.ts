import {
  type IncomingMessage,
  Agent as HttpAgent,
  type ClientRequest,
  type RequestOptions,
  request as requestHttp,
} from 'node:http';
import type { Socket } from 'node:net';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { messageOf } from '../../../shared/values/messages.ts';
import { StartError } from '../../emulator/host/start-error.ts';

/** Maximum time without a byte from the server, in milliseconds: longer than the longest wait. */
const TIMEOUT = 330_000;
/** Maximum size of an answer, in bytes. */
const MAX_ANSWER_BYTES = 200_000_000;
/** Maximum size of the answers by which a Hangar is recognised, in bytes. */
const MAX_SHORT_ANSWER_BYTES = 65_536;

/** Requests to one server. */
export interface HttpClient {
  /** Sends a request; resolves when its answer begins. Rejects with `StartError` when there is none. */
  readonly open: (target: string, options?: HttpOptions) => Promise<IncomingMessage>;
  /** Calls the listener whenever a connection has ended. */
  readonly onClose: (listener: () => void) => void;
  /** Closes idle connections. */
  readonly close: () => void;
}

interface HttpOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Creates a client of the server at a URL. */
export function createHttpClient(url: URL): HttpClient {
  const connection = connectHttp(url);
  const listeners: (() => void)[] = [];
  const known = new WeakSet<Socket>();
  const watch = (socket: Socket): void => {
    if (known.has(socket)) return;
    known.add(socket);
    socket.once('close', () => listeners.forEach((listener) => listener()));
  };
  return {
    open: (target, { method = 'GET', headers = {}, body, signal } = {}) =>
      new Promise((resolve, reject) => {
        const length: Record<string, string> =
          body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
        const request = connection.request(target, {
          method,
          headers: { ...headers, ...length },
          timeout: TIMEOUT,
          ...(signal === undefined ? {} : { signal }),
        });
        request.once('socket', watch);
        request.once('response', resolve);
        request.once('timeout', () => request.destroy(new Error('no answer arrived in time')));
        request.on('error', (error) => reject(requestError(error, url)));
        request.end(body);
      }),
    onClose: (listener) => void listeners.push(listener),
    close: connection.close,
  };
}

function requestError(error: Error, { origin }: URL): StartError {
  return isUnreachable(error)
    ? new StartError(
        'notRunning',
        `nothing listens at ${origin}; start Hangar with hangar serve, or name it with --url`,
      )
    : new StartError('failed', `the request to ${origin} failed: ${messageOf(error)}`);
}

/** Reads the body of an answer that Hangar keeps short, which another server may not. */
export function shortTextOf(answer: AsyncIterable<Buffer>): Promise<string> {
  return textOf(answer, MAX_SHORT_ANSWER_BYTES);
}

/** Reads the body of an answer as text. Rejects with `StartError` when it is incomplete or too large. */
export async function textOf(answer: AsyncIterable<Buffer>, limit = MAX_ANSWER_BYTES): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  try {
    for await (const part of answer) {
      size += part.length;
      if (size > limit) throw new Error(`it is larger than ${limit} bytes`);
      parts.push(part);
    }
  } catch (error) {
    throw new StartError('failed', `the answer could not be read: ${messageOf(error)}`);
  }
  return Buffer.concat(parts).toString('utf8');
}

/** Keep-alive connections to one server. */
export interface HttpConnection {
  /** Begins a request for a target below the path of the server's URL. */
  readonly request: (target: string, options: RequestOptions) => ClientRequest;
  /** Closes the connections. */
  readonly close: () => void;
}

/** Creates the connections to the server at a URL. */
export function connectHttp(url: URL): HttpConnection {
  const isHttps = url.protocol === 'https:';
  const agent = isHttps ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true });
  const start = isHttps ? requestHttps : requestHttp;
  // IPv6 addresses have brackets in URLs only.
  const address = { hostname: url.hostname.replace(/^\[|\]$/g, ''), port: url.port, agent };
  const base = url.pathname.replace(/\/$/, '');
  return {
    request: (target, options) => start({ ...address, ...options, path: base + target }),
    close: () => agent.destroy(),
  };
}

/** True for the error of a request to a server that does not run, or whose address is unknown. */
export function isUnreachable(error: Error): boolean {
  return 'code' in error && /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/.test(String(error.code));
}
