import { createStore, type StoreApi } from 'zustand/vanilla';
import type { EmulatorEvent } from '../../shared/contract/events.ts';
import { readEventStream } from './server-events.ts';

/** How the window stands with the server. `connecting` only before the first answer. */
export type Connection = 'connecting' | 'open' | 'lost';

/** The part of `fetch` that the stream needs; an in-process application's `request` fits, too. */
export type StreamTransport = (
  url: string,
  init: { headers: Record<string, string>; signal: AbortSignal },
) => Promise<Response> | Response;

/** The server sends a heartbeat each 15 s; longer silence means a dead connection, as after sleep. */
const LONGEST_SILENCE = 20_000;
const FLUSH_AFTER = 50;
const RETRY_DELAYS = [250, 500, 1000, 2000];

/** The one event stream: reconnects by itself, says when to load anew, and hands events on in batches. */
export class Live {
  readonly connection: StoreApi<{ connection: Connection }> = createStore(() => ({ connection: 'connecting' }));
  private readonly transport: StreamTransport;
  private readonly eventListeners = new Set<(events: readonly EmulatorEvent[]) => void>();
  private readonly loadListeners = new Set<() => void>();
  private abort: AbortController | undefined;
  private queue: EmulatorEvent[] = [];
  private flushTimer: ReturnType<typeof setTimeout> | undefined;
  private retryTimer: ReturnType<typeof setTimeout> | undefined;
  private watchdog: ReturnType<typeof setInterval> | undefined;
  private lastHeard = 0;
  private lastID = '';
  private failures = 0;
  private followed = '';
  private stopped = true;

  constructor(transport: StreamTransport) {
    this.transport = transport;
  }

  /** Connects, and stays connected until `stop`. */
  start(): void {
    if (!this.stopped) return;
    this.stopped = false;
    this.watchdog = setInterval(this.lookAfter, 5000);
    globalThis.addEventListener('online', this.lookAfter);
    globalThis.document.addEventListener('visibilitychange', this.lookAfter);
    void this.connect();
  }

  stop(): void {
    this.stopped = true;
    clearInterval(this.watchdog);
    clearTimeout(this.retryTimer);
    clearTimeout(this.flushTimer);
    globalThis.removeEventListener('online', this.lookAfter);
    globalThis.document.removeEventListener('visibilitychange', this.lookAfter);
    this.abort?.abort();
  }

  /** Tries at once, as after a login; does nothing while connected. */
  retry(): void {
    if (this.connection.getState().connection === 'open' || this.stopped) return;
    void this.connect();
  }

  /** Also streams the log lines of this run; `''` for none. The stream is resumed, so nothing needs to be loaded anew. */
  follow(runID: string): void {
    if (runID === this.followed) return;
    this.followed = runID;
    if (!this.stopped && this.connection.getState().connection === 'open') void this.connect();
  }

  /** Calls with every batch of events; returns how to stop. */
  onEvents(listener: (events: readonly EmulatorEvent[]) => void): () => void {
    this.eventListeners.add(listener);
    return () => this.eventListeners.delete(listener);
  }

  /** Calls whenever everything shown has to be loaded anew: after each gap in the stream. Returns how to stop. */
  onLoad(listener: () => void): () => void {
    this.loadListeners.add(listener);
    return () => this.loadListeners.delete(listener);
  }

  private readonly lookAfter = (): void => {
    const { connection } = this.connection.getState();
    if (connection === 'open' && Date.now() - this.lastHeard > LONGEST_SILENCE) void this.connect();
    else if (connection === 'lost' && globalThis.document.visibilityState === 'visible') this.retry();
  };

  private async connect(): Promise<void> {
    this.abort?.abort();
    clearTimeout(this.retryTimer);
    const abort = new AbortController();
    this.abort = abort;
    const resumes = this.lastID !== '' && this.connection.getState().connection === 'open' && this.isFresh();
    try {
      await this.read(abort, resumes);
    } catch {
      // Whatever ended the stream, the answer is the same: the connection is lost and tried again.
    }
    if (!abort.signal.aborted) this.lose();
  }

  private isFresh(): boolean {
    return Date.now() - this.lastHeard <= LONGEST_SILENCE;
  }

  private async read(abort: AbortController, resumes: boolean): Promise<void> {
    const isCurrent = () => this.abort === abort && !this.stopped;
    const { signal } = abort;
    const query = this.followed === '' ? '' : `?run=${encodeURIComponent(this.followed)}`;
    const headers: Record<string, string> = { accept: 'text/event-stream' };
    if (resumes) headers['last-event-id'] = this.lastID;
    const answer = await this.transport(`/_emulator/events${query}`, { headers, signal });
    if (!answer.ok || answer.body === null || !isCurrent()) throw new Error(`status ${answer.status}`);
    this.lastHeard = Date.now();
    this.failures = 0;
    this.connection.setState({ connection: 'open' });
    if (!resumes) this.loadListeners.forEach((listener) => listener());
    for await (const message of readEventStream(answer.body)) {
      if (!isCurrent()) return;
      this.lastHeard = Date.now();
      if (message.kind === 'comment') continue;
      if (message.id !== '') this.lastID = message.id;
      this.take(message.data);
    }
  }

  private take(data: string): void {
    // The server is of this very build; its events are those of the contract.
    this.queue.push(...(JSON.parse(data) as EmulatorEvent[]));
    // A timer, not an animation frame: those stop in hidden windows.
    this.flushTimer ??= setTimeout(() => this.flush(), FLUSH_AFTER);
  }

  private flush(): void {
    this.flushTimer = undefined;
    const events = this.queue;
    this.queue = [];
    if (events.some(({ type }) => type === 'reset')) this.loadListeners.forEach((listener) => listener());
    this.eventListeners.forEach((listener) => listener(events));
  }

  private lose(): void {
    if (this.stopped) return;
    this.connection.setState({ connection: 'lost' });
    const delay = RETRY_DELAYS[Math.min(this.failures, RETRY_DELAYS.length - 1)];
    this.failures += 1;
    this.retryTimer = setTimeout(() => void this.connect(), delay);
  }
}
