import type { Fetch } from './api.ts';

/**
 * Answers that are asked for before there is anybody to ask: what a place shows first, while the place's own code is still
 * being read. Each is handed to the first who asks the same, until they are forgotten.
 */
export class Ahead {
  private readonly answers = new Map<string, Promise<() => Response>>();
  private readonly server: Fetch;

  /** @param server asks the server, as `fetch` does. */
  constructor(server: Fetch) {
    this.server = server;
  }

  /** Asks now, gives the answer, and keeps another of it. */
  readonly ask: Fetch = async (url, init) => {
    const answer = this.read(url, init);
    this.answers.set(keyOf(url, init), answer);
    return (await answer)();
  };

  /** Asks the server, unless the answer is kept. */
  readonly fetch: Fetch = async (url, init) => {
    const key = keyOf(url, init);
    const kept = this.answers.get(key);
    this.answers.delete(key);
    return kept === undefined ? this.server(url, init) : (await kept)();
  };

  /** Forgets what nobody asked for: it is about to be old. */
  forget(): void {
    this.answers.clear();
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
