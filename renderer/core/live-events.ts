import { createStore, type StoreApi } from 'zustand/vanilla';
import type { EmulatorEvent } from '../../shared/contract/emulator/events.ts';
import { HEARTBEAT_MILLISECONDS } from '../../shared/contract/emulator/heartbeat.ts';
import { readEventStream } from './server-events.ts';

/** How the window stands with the server: `connecting` only before the first answer, `locked` while it wants the admin token. */
export type Connection = 'connecting' | 'open' | 'lost' | 'locked';

/** The part of `fetch` that the stream needs; an in-process application's `request` fits, too. */
export type StreamTransport = (
  url: string,
  init: { headers: Record<string, string>; signal: AbortSignal },
) => Promise<Response> | Response;

/** When two heartbeats have not come, the connection is dead, or the server hangs. */
const MAX_SILENCE = 2.5 * HEARTBEAT_MILLISECONDS;
/** After so much silence a connection may have died while nobody looked, as when the machine slept. */
const SUSPICIOUS_SILENCE = 1.5 * HEARTBEAT_MILLISECONDS;
/** A server that has not begun to answer within this time hangs. */
const RESPONSE_TIMEOUT = 3000;
const WATCHDOG_INTERVAL = 1000;
const FLUSH_DELAY = 50;
/** While somebody looks; in a hidden window there is no such hurry. */
const RETRY_DELAYS = [100, 250, 500];
const HIDDEN_RETRY_DELAY = 2000;

/** What tells that somebody is back, or the machine: then everything must be right at once. */
const WAKE_EVENTS = [
  [globalThis, 'online'],
  [globalThis, 'focus'],
  [globalThis, 'pageshow'],
  [globalThis.document, 'visibilitychange'],
  [globalThis.document, 'resume'],
] as const;

/** The one event stream: reconnects by itself, says when to load anew, and hands events on in batches. */
export class LiveEvents {
  readonly connection: StoreApi<{ connection: Connection }> = createStore(() => ({ connection: 'connecting' }));
  private readonly transport: StreamTransport;
  private readonly eventListeners = new Set<(events: readonly EmulatorEvent[]) => void>();
  private readonly reloadListeners = new Set<() => void>();
  private abort: AbortController | undefined;
  private queue: EmulatorEvent[] = [];
  private flushTimer: ReturnType<typeof setTimeout> | undefined;
  private retryTimer: ReturnType<typeof setTimeout> | undefined;
  private watchdog: ReturnType<typeof setInterval> | undefined;
  private lastHeard = 0;
  private lastCheck = 0;
  private lastID = '';
  private failures = 0;
  /** The server answers, but wants the admin token first. */
  private isLocked = false;
  /** A connection is being made: the server has not begun to answer. */
  private isConnecting = false;
  private followedRun = '';
  private isPaused = false;
  private stopped = true;

  constructor(transport: StreamTransport) {
    this.transport = transport;
  }

  /** Connects, and stays connected until `stop`. */
  start(): void {
    if (!this.stopped) return;
    this.stopped = false;
    this.lastCheck = Date.now();
    this.watchdog = setInterval(this.checkConnection, WATCHDOG_INTERVAL);
    for (const [target, event] of WAKE_EVENTS) target.addEventListener(event, this.wake);
    void this.connect();
  }

  stop(): void {
    this.stopped = true;
    clearInterval(this.watchdog);
    clearTimeout(this.retryTimer);
    clearTimeout(this.flushTimer);
    // What was not handed on yet is loaded with the rest once it starts again.
    this.flushTimer = undefined;
    this.queue = [];
    for (const [target, event] of WAKE_EVENTS) target.removeEventListener(event, this.wake);
    this.abort?.abort();
  }

  /** Tries at once, as after a login; does nothing while connected. */
  retry(): void {
    if (!this.isOpen() && !this.stopped) void this.connect();
  }

  /** Keeps events back until `release`, for those who will listen then: nothing that they asked for meanwhile is missed. */
  pause(): void {
    this.isPaused = true;
  }

  /** Hands on what was kept back. */
  resume(): void {
    this.isPaused = false;
    if (this.queue.length > 0) this.flush();
  }

  /** Also streams the log lines of this run; `''` for none. The stream is resumed, so nothing needs to be loaded anew. */
  follow(runID: string): void {
    if (runID === this.followedRun) return;
    this.followedRun = runID;
    if (!this.stopped && this.isOpen()) void this.connect();
  }

  /** Calls with every batch of events; returns how to stop. */
  onEvents(listener: (events: readonly EmulatorEvent[]) => void): () => void {
    this.eventListeners.add(listener);
    return () => this.eventListeners.delete(listener);
  }

  /** Calls whenever everything shown has to be loaded anew: after each gap in the stream. Returns how to stop. */
  onReload(listener: () => void): () => void {
    this.reloadListeners.add(listener);
    return () => this.reloadListeners.delete(listener);
  }

  private readonly checkConnection = (): void => {
    const now = Date.now();
    const hasSlept = now - this.lastCheck > WATCHDOG_INTERVAL + SUSPICIOUS_SILENCE;
    this.lastCheck = now;
    if (hasSlept) this.wake();
    else if (this.isOpen()) this.reconnectIfSilent(MAX_SILENCE);
  };

  private readonly wake = (): void => {
    if (globalThis.document.visibilityState !== 'visible') return;
    if (this.isOpen()) this.reconnectIfSilent(SUSPICIOUS_SILENCE);
    else if (!this.isConnecting) this.retry();
  };

  /** Connects anew after so much silence, unless that is what it waits for. */
  private reconnectIfSilent(silence: number): void {
    if (!this.isConnecting && Date.now() - this.lastHeard > silence) void this.connect();
  }

  private isOpen(): boolean {
    return this.connection.getState().connection === 'open';
  }

  private async connect(): Promise<void> {
    this.abort?.abort();
    clearTimeout(this.retryTimer);
    const abort = new AbortController();
    this.abort = abort;
    this.isLocked = false;
    try {
      await this.read(abort);
    } catch {
      // Whatever ended the stream, the answer is the same: the connection is lost and tried again.
    }
    if (this.abort === abort) this.scheduleRetry();
  }

  /** Follows the stream to its end: from where it was lost while it seems to be open, else from now on. */
  private async read(abort: AbortController): Promise<void> {
    const isCurrent = () => this.abort === abort && !this.stopped;
    const query = this.followedRun === '' ? '' : `?run=${encodeURIComponent(this.followedRun)}`;
    const headers: Record<string, string> = { accept: 'text/event-stream' };
    const isResumed = this.lastID !== '' && this.isOpen();
    if (isResumed) headers['last-event-id'] = this.lastID;
    const answer = await this.request(`/_emulator/events${query}`, headers, abort);
    this.isLocked = answer.status === 401;
    if (!answer.ok || answer.body === null || !isCurrent()) throw new Error(`status ${answer.status}`);
    this.lastHeard = Date.now();
    this.failures = 0;
    this.connection.setState({ connection: 'open' });
    if (!isResumed) this.notifyReload();
    for await (const message of readEventStream(answer.body)) {
      if (!isCurrent()) return;
      this.lastHeard = Date.now();
      if (message.kind === 'comment') continue;
      if (message.id !== '') this.lastID = message.id;
      this.enqueue(message.data);
    }
  }

  private async request(url: string, headers: Record<string, string>, abort: AbortController): Promise<Response> {
    const overdue = setTimeout(() => abort.abort(), RESPONSE_TIMEOUT);
    this.isConnecting = true;
    try {
      return await this.transport(url, { headers, signal: abort.signal });
    } finally {
      clearTimeout(overdue);
      if (this.abort === abort) this.isConnecting = false;
    }
  }

  private enqueue(data: string): void {
    // The server is of this very build; its events are those of the contract.
    this.queue.push(...(JSON.parse(data) as EmulatorEvent[]));
    // A timer, not an animation frame: those stop in hidden windows.
    this.flushTimer ??= setTimeout(() => this.flush(), FLUSH_DELAY);
  }

  private flush(): void {
    this.flushTimer = undefined;
    if (this.isPaused) return;
    const events = this.queue;
    this.queue = [];
    if (events.some(({ type }) => type === 'reset')) this.notifyReload();
    this.eventListeners.forEach((listener) => listener(events));
  }

  private notifyReload(): void {
    // A copy: who begins to listen meanwhile loads by itself.
    [...this.reloadListeners].forEach((listener) => listener());
  }

  private scheduleRetry(): void {
    if (this.stopped) return;
    this.connection.setState({ connection: this.isLocked ? 'locked' : 'lost' });
    const isLookedAt = globalThis.document.visibilityState === 'visible';
    const delay = isLookedAt ? RETRY_DELAYS[Math.min(this.failures, RETRY_DELAYS.length - 1)] : HIDDEN_RETRY_DELAY;
    this.failures += 1;
    this.retryTimer = setTimeout(() => void this.connect(), delay);
  }
}
