import { Readable } from 'node:stream';
import { readTarget } from '../../shared/http/request-path.ts';
import type { ServerApp } from '../../electron/emulator/server/app.ts';

const BASE = 'http://127.0.0.1:4100';

/** Sends a request to a server in this process, without a socket. */
export async function requestInProcess(server: ServerApp, target: string, init?: RequestInit): Promise<Response> {
  const request = new Request(target.startsWith('/') ? BASE + target : target, init);
  const { status, headers, body } = await server.serve({
    method: request.method,
    // Only URLs in process can have a fragment.
    target: readTarget(request.url.replace(/#.*$/s, '')),
    rawHeaders: [...request.headers].flat(),
    body: request.body === null ? null : Readable.from(chunksOf(request.body)),
    outgoing: undefined,
  });
  const hasBody = request.method !== 'HEAD' && status !== 204 && status !== 304;
  return new Response(hasBody ? body : null, { status, headers });
}

async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield value;
  }
}
