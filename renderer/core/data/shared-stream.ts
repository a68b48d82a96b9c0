import { HEARTBEAT_MILLISECONDS, type StreamMessage } from '../../../shared/http/event-stream.ts';
import type { StreamTransport } from './live-events.ts';
import { readServerEvents } from './server-events.ts';

/** The first message of a page to the shared stream; its second one is null and says that the page leaves. */
export interface StreamRequest {
  /** The run whose log it also follows; '' for none. */
  readonly run: string;
  /** The last event that it has seen; '' to begin now. */
  readonly lastEventID: string;
}

/** A message to a page: first the status, then parts of the stream; null is its end. */
export type StreamAnswer = { readonly status: number } | { readonly text: string } | null;

/** The part of a `MessagePort` used here. */
type StreamPort = Pick<MessagePort, 'postMessage' | 'onmessage' | 'addEventListener'>;

/** After this silence, the connection may be dead: heartbeats come more often. */
export const SUSPICIOUS_SILENCE = 1.5 * HEARTBEAT_MILLISECONDS;
/** Maximum time until the response begins, in milliseconds. */
export const RESPONSE_TIMEOUT = 3000;
/** Messages that are kept for pages that come again. Two seconds of a busy server: a page needs milliseconds. */
const MAX_RECENT = 20;
/** The status of a stream that could not be opened, when the server gave none. */
const UNAVAILABLE = 503;

interface Page {
  readonly port: StreamPort;
  readonly run: string;
  isServed: boolean;
}

/** A connection to the server. */
interface Source {
  readonly abort: AbortController;
  readonly runs: ReadonlySet<string>;
  readonly status: Promise<number>;
  heard: number;
  isOver: boolean;
}

/**
 * The event stream of all pages of an origin, over one connection to the server, since browsers allow six. It has neither retries nor
 * timers of its own: pages that lose the stream ask again, and the first of them has it opened.
 */
export class SharedStream {
  readonly #transport: StreamTransport;
  readonly #pages = new Set<Page>();
  #source: Source | undefined;
  /** The latest messages with their IDs, after one that stands for where the stream began. */
  #recent: { readonly id: string; readonly text: string }[] = [];
  #lastID = '';

  constructor(transport: StreamTransport) {
    this.#transport = transport;
  }

  /** Serves the page at the other end of a port until it leaves or the stream ends. */
  connect(port: StreamPort): void {
    let page: Page | undefined;
    const leave = () => {
      if (page !== undefined) this.#leave(page);
    };
    port.onmessage = ({ data }: MessageEvent<StreamRequest | null>) => {
      if (data === null) {
        leave();
        return;
      }
      page = { port, run: data.run, isServed: false };
      void this.#join(page, data.lastEventID);
    };
    // A page that crashed does not say that it leaves.
    port.addEventListener('close', leave);
  }

  async #join(page: Page, lastEventID: string): Promise<void> {
    this.#pages.add(page);
    if (!this.#serves(page.run)) this.#open(lastEventID);
    const status = await this.#status();
    if (!this.#pages.has(page)) return;
    send(page, { status });
    if (status !== 200) {
      this.#pages.delete(page);
      return;
    }
    for (const text of this.#missed(lastEventID)) send(page, { text });
    page.isServed = true;
  }

  #leave(page: Page): void {
    this.#pages.delete(page);
    if (this.#pages.size === 0) this.#close();
  }

  #close(): void {
    if (this.#source === undefined) return;
    this.#source.isOver = true;
    this.#source.abort.abort();
  }

  /** True when the connection also has the log of this run, and is not suspected to be dead. */
  #serves(run: string): boolean {
    const source = this.#source;
    if (source === undefined || source.isOver || Date.now() - source.heard > SUSPICIOUS_SILENCE) return false;
    return run === '' || source.runs.has(run);
  }

  /** The status of the connection, or of the one that replaces it meanwhile. */
  async #status(): Promise<number> {
    for (;;) {
      const source = this.#source;
      const status = (await source?.status) ?? UNAVAILABLE;
      if (source === this.#source) return status;
    }
  }

  /** Opens a connection for all pages in place of the current one, which it continues. */
  #open(lastEventID: string): void {
    const isContinued = this.#source !== undefined && !this.#source.isOver && this.#lastID !== '';
    this.#close();
    if (!isContinued) {
      this.#lastID = lastEventID;
      this.#recent = [{ id: lastEventID, text: '' }];
    }
    const abort = new AbortController();
    const runs = new Set([...this.#pages].map(({ run }) => run).filter((run) => run !== ''));
    const answer = this.#request(runs, abort);
    const source = { abort, runs, status: answer.then(({ status }) => status), heard: Date.now(), isOver: false };
    this.#source = source;
    void answer.then(({ body }) => this.#read(source, body));
  }

  async #request(runs: ReadonlySet<string>, abort: AbortController): Promise<Response> {
    const overdue = setTimeout(() => abort.abort(), RESPONSE_TIMEOUT);
    const query = runs.size === 0 ? '' : `?run=${encodeURIComponent([...runs].join(','))}`;
    const seen: Record<string, string> = this.#lastID === '' ? {} : { 'last-event-id': this.#lastID };
    try {
      return await this.#transport(`/_emulator/events${query}`, {
        headers: { accept: 'text/event-stream', ...seen },
        signal: abort.signal,
      });
    } catch {
      return new Response(null, { status: UNAVAILABLE });
    } finally {
      clearTimeout(overdue);
    }
  }

  async #read(source: Source, body: Response['body']): Promise<void> {
    try {
      if (body !== null && (await source.status) === 200) {
        for await (const message of readServerEvents(body)) {
          if (source !== this.#source) return;
          source.heard = Date.now();
          this.#forward(message);
        }
      }
    } catch {
      // Every end of the stream is one: pages ask again.
    }
    source.isOver = true;
    if (source === this.#source) this.#end();
  }

  #forward(message: StreamMessage): void {
    const text = textOf(message);
    // Only the lines of a log have no ID.
    const isLog = message.kind === 'message' && message.id === '';
    if (message.kind === 'message') {
      this.#recent = [...this.#recent, { id: message.id, text }].slice(-MAX_RECENT);
      if (message.id !== '') this.#lastID = message.id;
    }
    for (const page of this.#pages) if (page.isServed && (!isLog || page.run !== '')) send(page, { text });
  }

  /** The messages after the last one that a page has seen; `reset` when that is not known. */
  #missed(lastEventID: string): readonly string[] {
    const current = (data: string) => textOf({ kind: 'message', id: this.#lastID, data });
    if (lastEventID === '') return this.#lastID === '' ? [] : [current('[]')];
    const seen = this.#recent.findLastIndex(({ id }) => id === lastEventID);
    return seen === -1 ? [current('[{"type":"reset"}]')] : this.#recent.slice(seen + 1).map(({ text }) => text);
  }

  #end(): void {
    for (const page of this.#pages) {
      // Those that still wait get the status.
      if (!page.isServed) continue;
      send(page, null);
      this.#pages.delete(page);
    }
  }
}

function send({ port }: Page, answer: StreamAnswer): void {
  port.postMessage(answer);
}

function textOf(message: StreamMessage): string {
  return message.kind === 'comment' ? ': still here\n\n' : `id: ${message.id}\ndata: ${message.data}\n\n`;
}
