import type { Duplex } from 'node:stream';
import { destroySoon } from './http/http-response.ts';

const INVALID_HTTP: Readonly<Record<string, readonly [status: string, sentence: string]>> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The headers are larger than 32 KB.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request took too long to arrive.'],
};

/** Answers a request that is not valid HTTP, if the socket is still writable. */
export function answerInvalidHttp(error: Error & { code?: string }, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const [status, sentence] = INVALID_HTTP[error.code ?? ''] ?? ['400 Bad Request', 'The request is not valid HTTP.'];
  endWith(socket, status, sentence);
}

export const CONNECT_HEADERS = ['Allow: GET, HEAD, POST, PUT, DELETE, OPTIONS'];

/** Writes an error response to a raw socket and closes it. */
export function endWith(socket: Duplex, status: string, sentence: string, headers: readonly string[] = []): void {
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
