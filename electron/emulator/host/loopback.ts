import { request as httpRequest } from 'node:http';

/** A request to this process's own server. */
interface LoopbackRequest {
  readonly method: string;
  readonly target: string;
  /** Names and values alternate. */
  readonly headers: readonly string[];
  readonly body: Uint8Array;
}

/**
 * Sends a request to a server of this process with exactly these headers and bytes, over a separate connection. Discards the answer. Resolves at the end of the connection, with the status of the answer if there was one.
 * @param url base URL of the server
 * @param onConnected receives the local port before anything is sent
 */
export function sendLoopback(
  url: string,
  { method, target, headers, body }: LoopbackRequest,
  onConnected: (port: number) => void,
): Promise<number | undefined> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    let status: number | undefined;
    const request = httpRequest({
      // IPv6 addresses have brackets in URLs only.
      host: hostname.replace(/^\[|\]$/g, ''),
      port,
      method,
      path: target,
      headers: [...headers],
      agent: false,
    });
    request.on('socket', (socket) => socket.once('connect', () => onConnected(socket.localPort ?? 0)));
    request.on('response', (answer) => {
      status = answer.statusCode;
      // A connection that closes within an answer is no error.
      answer.on('error', () => undefined).resume();
    });
    request.on('error', () => undefined).on('close', () => resolve(status));
    request.end(body);
  });
}
