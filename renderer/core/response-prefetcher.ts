import type { Fetch } from './api.ts';

/**
 * Answers that are asked for before there is anybody to ask: what a place shows first, while the place's own code is still
 * being read. Each is handed to the first who asks the same, until they are forgotten.
 */
export class ResponsePrefetcher {
  private readonly responses = new Map<string, Promise<() => Response>>();
  private readonly server: Fetch;

  /** @param server asks the server, as `fetch` does. */
  constructor(server: Fetch) {
    this.server = server;
  }

  /** Asks now, gives the answer, and keeps another of it. */
  readonly prefetch: Fetch = async (url, init) => {
    const answer = this.read(url, init);
    this.responses.set(keyOf(url, init), answer);
    return (await answer)();
  };

  /** Asks the server, unless the answer is kept. */
  readonly fetch: Fetch = async (url, init) => {
    const key = keyOf(url, init);
    const prefetched = this.responses.get(key);
    this.responses.delete(key);
    return prefetched === undefined ? this.server(url, init) : (await prefetched)();
  };

  /** Forgets what nobody asked for: it is about to be old. */
  clear(): void {
    this.responses.clear();
  }

  /** Reads the whole answer as soon as it comes, while there is nothing else to do. */
  private async read(...request: Parameters<Fetch>): Promise<() => Response> {
    const answer = await this.server(...request);
    const { status, headers } = answer;
    const text = await answer.text();
    return () => new Response(text, { status, headers });
  }
}

/** What is asked: a change of something is not answered by what it was. */
function keyOf(url: string, { method = 'GET' }: Parameters<Fetch>[1]): string {
  return `${method} ${url}`;
}
