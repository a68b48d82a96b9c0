import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { ServerApp } from './app.ts';
import { isSystemError } from '../files/system-error.ts';
import { portHolder } from './http/port-holder.ts';
import { writeResponse, destroySoon, ResponseBatch } from './http/http-response.ts';
import { type IncomingRequest, incomingRequest, refused } from './request/target.ts';
import { clearInterval, clearTimeout, setInterval, setTimeout } from '../timers/timers.ts';

/** Thrown when another program uses the port. */
export class PortBusyError extends Error {
  override readonly name = 'PortBusyError';
  readonly port: number;
  readonly host: string;
  /** Description of the program that uses the port; "" when unknown. */
  readonly holder: string;

  constructor(host: string, port: number, holder: string) {
    super(`Port ${port} of ${host} is in use${holder === '' ? '' : ` by ${holder}`}.`);
    this.host = host;
    this.port = port;
    this.holder = holder;
  }
}

/** Thrown when the system does not let this user have the port, though nobody uses it. */
export class PortRefusedError extends Error {
  override readonly name = 'PortRefusedError';
  readonly port: number;

  constructor(port: number) {
    super(`The system refuses port ${port}.`);
    this.port = port;
  }
}

/** A listening server. */
export interface Listening {
  readonly port: number;
  /** Without a final slash. */
  readonly url: string;
  /** Ends streams, waits for pending requests, and closes their connections after this many milliseconds. */
  readonly close: (graceMilliseconds?: number) => Promise<void>;
}

const CLOSE_MILLISECONDS = 3000;

/** Address to listen on. */
interface ListenOptions {
  readonly host: string;
  readonly port: number;
  /** Called with the response of every request before the request is handled. */
  readonly onRequest?: ((response: ServerResponse) => void) | undefined;
}

/** Listens on a port; 0 for any free one. Throws `PortBusyError`, `PortRefusedError`, or the system's error for an unavailable address. */
export async function listen(server: ServerApp, { host, port, onRequest }: ListenOptions): Promise<Listening> {
  const silent = new Set<Socket>();
  const http = createNodeServer(server, silent);
  if (onRequest !== undefined) http.prependListener('request', (_incoming, response) => onRequest(response));
  try {
    await new Promise<void>((resolve, reject) => http.once('error', reject).listen({ host, port }, resolve));
  } catch (error) {
    if (isSystemError(error, 'EADDRINUSE')) throw new PortBusyError(host, port, await portHolder(host, port));
    if (isSystemError(error, 'EACCES')) throw new PortRefusedError(port);
    throw error;
  }
  const address = http.address() as AddressInfo;
  return {
    port: address.port,
    url: `http://${urlHost(host)}:${address.port}`,
    close: (grace = CLOSE_MILLISECONDS) => close({ http, server, silent, grace }),
  };
}

/** Returns a host name for URLs; for a server on all interfaces, loopback. */
function urlHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}

/** The application, and its responses that are written at the end of the turn. */
interface Serving {
  readonly server: ServerApp;
  readonly batch: ResponseBatch;
}

/** @param silent collects connections that have not sent a request yet */
function createNodeServer(server: ServerApp, silent: Set<Socket>): Server {
  const serving = { server, batch: new ResponseBatch() };
  const http = createServer(
    {
      // A missing Host is reported by the guard, like other mistakes.
      requireHostHeader: false,
      maxHeaderSize: 32 * 1024,
      headersTimeout: 30_000,
      requestTimeout: 120_000,
      // Longer than clients keep idle connections, so that they close them and no request hits a closing connection.
      keepAliveTimeout: 75_000,
    },
    (incoming, outgoing) => {
      silent.delete(incoming.socket);
      serve(serving, incomingRequest(incoming, outgoing), outgoing);
    },
  );
  // Node would answer these without a body.
  http.on('checkExpectation', (incoming: IncomingMessage, outgoing: ServerResponse) => {
    silent.delete(incoming.socket);
    const expected = String(incoming.headers.expect).slice(0, 100);
    const problem = `The header "Expect: ${expected}" is not supported: only 100-continue is.`;
    serve(serving, refused(incomingRequest(incoming, outgoing), 417, problem), outgoing);
  });
  http.on('connect', (_incoming: IncomingMessage, socket: Duplex) => {
    endWith(socket, '405 Method Not Allowed', 'Hangar is not a proxy and does not support CONNECT.', CONNECT_HEADERS);
  });
  http.on('connection', (socket) => {
    silent.add(socket);
    socket.once('close', () => silent.delete(socket));
  });
  http.on('clientError', answerInvalidHttp);
  return http;
}

/** Serves a request, in this turn of the event loop if its response is available. Never throws. */
function serve({ server, batch }: Serving, incoming: IncomingRequest, outgoing: ServerResponse): void {
  const fail = (error: unknown) => {
    server.reportError(error);
    outgoing.destroy();
  };
  try {
    const response = server.serve(incoming);
    if (response instanceof Promise) response.then((ready) => writeResponse(outgoing, ready)).catch(fail);
    else batch.add({ outgoing, response, fail });
  } catch (error) {
    fail(error);
  }
}

interface CloseOptions {
  readonly http: Server;
  readonly server: ServerApp;
  readonly silent: ReadonlySet<Socket>;
  readonly grace: number;
}

async function close({ http, server, silent, grace }: CloseOptions): Promise<void> {
  // Streams never end by themselves.
  server.endStreams();
  const closed = new Promise<void>((resolve) => http.close(() => resolve()));
  // Node counts a connection as idle only after its first request; browsers open some in advance.
  for (const socket of silent) socket.destroy();
  const sweep = setInterval(() => http.closeIdleConnections(), 50);
  const cut = setTimeout(() => http.closeAllConnections(), grace);
  http.closeIdleConnections();
  await closed;
  clearInterval(sweep);
  clearTimeout(cut);
}

const INVALID_HTTP: Readonly<Record<string, readonly [status: string, sentence: string]>> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The headers are larger than 32 KB.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request took too long to arrive.'],
};

/** Answers a request that is not valid HTTP, if the socket is still writable. */
function answerInvalidHttp(error: Error & { code?: string }, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const [status, sentence] = INVALID_HTTP[error.code ?? ''] ?? ['400 Bad Request', 'The request is not valid HTTP.'];
  endWith(socket, status, sentence);
}

const CONNECT_HEADERS = ['Allow: GET, HEAD, POST, PUT, DELETE, OPTIONS'];

/** Writes an error response to a raw socket and closes it. */
function endWith(socket: Duplex, status: string, sentence: string, headers: readonly string[] = []): void {
  const code = status.startsWith('405') ? 'method_not_allowed' : 'invalid_request';
  const body = JSON.stringify({ error: sentence, code });
  const length = `Content-Length: ${Buffer.byteLength(body)}`;
  const head = [`HTTP/1.1 ${status}`, 'Content-Type: application/json', length, ...headers, 'Connection: close'];
  // The client may have disconnected.
  socket.on('error', () => undefined);
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  // A request whose rest cannot be read ends with its connection, which the client may keep.
  destroySoon(socket);
}
