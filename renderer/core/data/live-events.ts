import { createStore, type StoreApi } from 'zustand/vanilla';
import type { EmulatorEvent } from '../../../shared/contract/emulator/events.ts';
import { HEARTBEAT_MILLISECONDS } from '../../../shared/http/event-stream.ts';
import { readServerEvents } from './server-events.ts';
import { RESPONSE_TIMEOUT, SUSPICIOUS_SILENCE } from './shared-stream.ts';
import { parseOwnJson } from '../../../shared/values/json.ts';

/**
 * The state of the connection: `connecting` until the first response, `locked` while the server requires the admin
 * token.
 */
export type Connection = 'connecting' | 'open' | 'lost' | 'locked';

/** The part of `fetch` used here. The `request` of an in-process app fits, too. */
export type StreamTransport = (
  url: string,
  init: { headers: Record<string, string>; signal: AbortSignal },
) => Promise<Response> | Response;

/** After two missing heartbeats, the connection is considered dead. */
const MAX_SILENCE = 2.5 * HEARTBEAT_MILLISECONDS;
const WATCHDOG_INTERVAL = 1000;
const FLUSH_DELAY = 50;
/** Backoff in a visible window. A hidden one retries less often. */
const RETRY_DELAYS = [100, 250, 500];
const HIDDEN_RETRY_DELAY = 2000;

/** Events after which the connection is checked at once. */
const WAKE_EVENTS = [
  [globalThis, 'online'],
  [globalThis, 'focus'],
  [globalThis, 'pageshow'],
  [globalThis.document, 'visibilitychange'],
  [globalThis.document, 'resume'],
] as const;

/** A subscriber to the log of a run. */
interface LogFollower {
  readonly runID: string;
  readonly onGap: () => void;
}

/** The event stream. Reconnects by itself, notifies subscribers when to reload, and delivers events in batches. */
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
  /** The server requires the admin token. */
  private isLocked = false;
  /** The response has not begun yet. */
  private isConnecting = false;
  /** Followers of logs of runs. The latest one is served. */
  private readonly followers: LogFollower[] = [];
  private stopped = true;

  constructor(transport: StreamTransport) {
    this.transport = transport;
  }

  /** Connects, and reconnects until `stop`. */
  start(): void {
    if (!this.stopped) return;
    this.stopped = false;
    this.lastCheck = Date.now();
    this.watchdog = setInterval(this.checkConnection, WATCHDOG_INTERVAL);
    for (const [target, event] of WAKE_EVENTS) target.addEventListener(event, this.wake);
    globalThis.addEventListener('pagehide', this.suspend);
    void this.connect();
  }

  stop(): void {
    this.stopped = true;
    clearInterval(this.watchdog);
    clearTimeout(this.retryTimer);
    clearTimeout(this.flushTimer);
    // Undelivered events are covered by the reload after the next start.
    this.flushTimer = undefined;
    this.queue = [];
    for (const [target, event] of WAKE_EVENTS) target.removeEventListener(event, this.wake);
    globalThis.removeEventListener('pagehide', this.suspend);
    this.suspend();
  }

  /** Retries at once, for example after a login; does nothing while connected. */
  retry(): void {
    if (!this.isOpen() && !this.stopped) void this.connect();
  }

  /** Waits for the first attempt to connect, so that no event is missed by what is loaded afterwards. */
  async whenTried(): Promise<void> {
    if (this.connection.getState().connection !== 'connecting') return;
    await new Promise<void>((resolve) => {
      const stop = this.connection.subscribe(() => {
        stop();
        resolve();
      });
    });
  }

  /**
   * Also streams the log lines of a run, until another one is followed or the returned function is called. The stream is
   * resumed, so nothing is reloaded. `onGap` is called when the lines are streamed again after another run was followed.
   */
  follow(runID: string, onGap: () => void): () => void {
    const follower = { runID, onGap };
    this.changeFollowers(() => this.followers.push(follower));
    return () => {
      const wasServed = this.followers.at(-1) === follower;
      this.changeFollowers(() => this.followers.splice(this.followers.indexOf(follower), 1));
      if (wasServed) this.followers.at(-1)?.onGap();
    };
  }

  private changeFollowers(change: () => void): void {
    const before = this.followedRun();
    change();
    if (this.followedRun() !== before && !this.stopped && this.isOpen()) void this.connect();
  }

  /** The run whose log is streamed; '' for none. */
  private followedRun(): string {
    return this.followers.at(-1)?.runID ?? '';
  }

  /** Subscribes to batches of events; returns a function that unsubscribes. */
  onEvents(listener: (events: readonly EmulatorEvent[]) => void): () => void {
    this.eventListeners.add(listener);
    return () => this.eventListeners.delete(listener);
  }

  /** Subscribes to reloads, which follow every gap in the stream; returns a function that unsubscribes. */
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

  /** Closes the stream until the page is shown: one that is kept for going back must not hold one of the browser's few connections. */
  readonly suspend = (): void => {
    this.abort?.abort();
    this.abort = undefined;
    clearTimeout(this.retryTimer);
  };

  private readonly wake = (): void => {
    if (globalThis.document.visibilityState !== 'visible') return;
    if (this.abort === undefined) void this.connect();
    else if (this.isOpen()) this.reconnectIfSilent(SUSPICIOUS_SILENCE);
    else if (!this.isConnecting) this.retry();
  };

  /** Reconnects after too long a silence, unless it is connecting. */
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
      // Every end of the stream counts as a lost connection, and a retry follows.
    }
    if (this.abort === abort) this.scheduleRetry();
  }

  /** Reads the stream to its end: resumes after the last event while connected, else starts now. */
  private async read(abort: AbortController): Promise<void> {
    const isCurrent = () => this.abort === abort && !this.stopped;
    const run = this.followedRun();
    const query = run === '' ? '' : `?run=${encodeURIComponent(run)}`;
    const headers: Record<string, string> = { accept: 'text/event-stream' };
    const isResumed = this.lastID !== '' && this.isOpen();
    if (isResumed) headers['last-event-id'] = this.lastID;
    const answer = await this.request(`/_emulator/events${query}`, headers, abort);
    this.isLocked = answer.status === 401;
    if (!answer.ok || answer.body === null || !isCurrent()) throw new Error(`status ${answer.status}`);
    this.lastHeard = Date.now();
    this.failures = 0;
    this.connection.setState({ connection: 'open' });
    if (!isResumed) {
      // Events that were not delivered yet may be of another server: the reload covers them.
      this.queue = [];
      this.notifyReload();
    }
    for await (const message of readServerEvents(answer.body)) {
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
    // The server is of the same build, so its events match the contract.
    this.queue.push(...parseOwnJson<EmulatorEvent[]>(data));
    // A timer, because animation frames stop in hidden windows.
    this.flushTimer ??= setTimeout(() => this.flush(), FLUSH_DELAY);
  }

  private flush(): void {
    this.flushTimer = undefined;
    const events = this.queue;
    this.queue = [];
    if (events.some(({ type }) => type === 'reset')) this.notifyReload();
    this.eventListeners.forEach((listener) => listener(events));
  }

  private notifyReload(): void {
    // A copy, because subscribers that are added meanwhile load by themselves.
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
