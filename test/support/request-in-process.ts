import { Readable } from 'node:stream';
import { readTarget } from '../../shared/http/request-path.ts';
import type { ServerApp } from '../../electron/emulator/server/app.ts';
import type { HttpResponse } from '../../electron/emulator/server/http/http-response.ts';

const BASE = 'http://127.0.0.1:4100';

/** An answer in this process, read whole; header names in lower case. */
export interface AnswerInProcess {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly text: string;
}

/** A request in this process. */
export interface RequestInProcess {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | undefined;
}

/** Sends a request to a server in this process, and reads the answer. Makes no `Request` and no `Response`, which take longer. */
export async function exchangeInProcess(
  server: ServerApp,
  target: string,
  { method, headers, body }: RequestInProcess,
): Promise<AnswerInProcess> {
  const url = new URL(target.startsWith('/') ? BASE + target : target);
  url.hash = '';
  const { status, ...answer } = await server.serve({
    method,
    target: readTarget(url.href),
    // As `fetch` sends them.
    rawHeaders: Object.entries(headers).flatMap(([name, value]) => [name.toLowerCase(), value.trim()]),
    body: body === undefined ? null : streamOf(body),
    outgoing: undefined,
  });
  const hasBody = method !== 'HEAD' && status !== 204 && status !== 304;
  return {
    status,
    headers: Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [name.toLowerCase(), value])),
    text: hasBody ? await textOf(answer.body) : '',
  };
}

function streamOf(body: string | Uint8Array): Readable {
  const stream = new Readable({ read: () => undefined });
  stream.push(typeof body === 'string' ? Buffer.from(body) : body);
  stream.push(null);
  return stream;
}

async function textOf(body: HttpResponse['body']): Promise<string> {
  if (body instanceof ReadableStream) return new Response(body).text();
  if (typeof body === 'string') return Buffer.from(body).toString();
  return body === null ? '' : Buffer.from(body).toString();
}

/** Sends a request to a server in this process, without a socket; the answer can be read as it comes. */
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
