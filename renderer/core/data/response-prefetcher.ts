import type { Fetch } from './api.ts';

/**
 * Prefetches responses before the page's code is loaded. Each response is used by the first request with the same method and URL,
 * until the cache is cleared or a writing request is sent.
 */
export class ResponsePrefetcher {
  private readonly responses = new Map<string, Promise<() => Response>>();
  private readonly server: Fetch;

  /** @param server sends a request, as `fetch` does. */
  constructor(server: Fetch) {
    this.server = server;
  }

  /** Sends a request now and caches a copy of the response. */
  readonly prefetch: Fetch = async (url, init) => {
    const answer = this.read(url, init);
    this.responses.set(keyOf(url, init), answer);
    return (await answer)();
  };

  /** Takes the response from the cache, else sends the request. */
  readonly fetch: Fetch = async (url, init) => {
    if ((init.method ?? 'GET') !== 'GET') this.clear();
    const key = keyOf(url, init);
    const prefetched = this.responses.get(key);
    this.responses.delete(key);
    return prefetched === undefined ? this.server(url, init) : (await prefetched)();
  };

  /** Drops unused responses, which are stale or soon will be. */
  clear(): void {
    this.responses.clear();
  }

  /** Reads the whole body as soon as it arrives. */
  private async read(...request: Parameters<Fetch>): Promise<() => Response> {
    const answer = await this.server(...request);
    const { status, headers } = answer;
    const text = await answer.text();
    return () => new Response(text, { status, headers });
  }
}

/** The cache key: a request with another method is another request. */
function keyOf(url: string, { method = 'GET' }: Parameters<Fetch>[1]): string {
  return `${method} ${url}`;
}
