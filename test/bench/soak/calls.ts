import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { contract } from '../../../shared/contract/index.ts';
import { createClient, type Transport } from '../../../shared/http/client.ts';
import { ApiError, type ErrorCode } from '../../../shared/http/errors.ts';
import { KEY } from './server.ts';

/** Latencies by kind of request since they were taken last, in milliseconds. */
export class Latencies {
  #byKind = new Map<string, number[]>();

  add(kind: string, milliseconds: number): void {
    const known = this.#byKind.get(kind);
    if (known === undefined) this.#byKind.set(kind, [milliseconds]);
    else known.push(milliseconds);
  }

  /** Gives what gathered, each kind ascending, and begins anew. */
  take(): ReadonlyMap<string, readonly number[]> {
    const taken = this.#byKind;
    this.#byKind = new Map();
    for (const values of taken.values()) values.sort((a, b) => a - b);
    return taken;
  }
}

/** Unexpected results: their counts, and the first one of each kind in full. */
export class Problems {
  readonly #counts = new Map<string, { count: number; first: string }>();

  add(sort: string, detail: string): void {
    const known = this.#counts.get(sort);
    if (known === undefined) this.#counts.set(sort, { count: 1, first: detail });
    else known.count++;
  }

  /** A sentence for each sort. */
  list(): string[] {
    return [...this.#counts].map(([sort, { count, first }]) => `${count} × ${sort}; the first: ${first}`);
  }
}

/** Few sockets, so that the number of open ones shows leaks of the server rather than the load of the clients. */
const agent = new Agent({ keepAlive: true, maxSockets: 24 });

/** A request function whose every answer is timed, and every answer of a server at fault a problem. */
export function measuredTransport({ latencies, problems }: { latencies: Latencies; problems: Problems }): Transport {
  return async (to, init) => {
    const began = performance.now();
    const { status, headers, text } = await send(to, init);
    const path = new URL(to).pathname;
    latencies.add(kindOf(init.method, path), performance.now() - began);
    if (status >= 500) problems.add(`${status} of ${path}`, text);
    return { status, headers, text: () => Promise.resolve(text) };
  };
}

async function send(to: string, { method, headers, body }: Parameters<Transport>[1]) {
  const sent = request(to, { method, headers, agent });
  sent.end(body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  const text = await readText(answer);
  return { status: answer.statusCode ?? 0, headers: new Headers(), text };
}

/** A typed client of a server. */
export function clientOf(url: string, transport: Transport) {
  return createClient(contract, { base: url, headers: () => ({ 'X-Service-API-Key': KEY }), transport });
}
export type SoakClient = ReturnType<typeof clientOf>;

/** Requests that should take equally long. */
function kindOf(method: string, path: string): string {
  if (path.startsWith('/v0/webhooks/')) return 'webhook';
  if (path.startsWith('/v0/')) return path.slice(4);
  return method === 'GET' ? 'emulator, reading' : 'emulator, changing';
}

/** The code of the error that a call is answered with; "" when there was none. */
export async function refusal(call: Promise<unknown>): Promise<ErrorCode | ''> {
  try {
    await call;
    return '';
  } catch (error) {
    if (error instanceof ApiError) return error.code;
    throw error;
  }
}
