import { HEARTBEAT_MILLISECONDS } from '../../../../shared/http/event-stream.ts';
import type { MachineClock, EngineEvent } from '../../engine/context/ports.ts';
import { EventBatch, type EventSources } from './event-batch.ts';
import { TickRing } from './tick-ring.ts';

const TICK_MILLISECONDS = 100;
/** Interval after an overflowing tick, so that clients reload no more often than this. */
const SLOW_TICK_MILLISECONDS = 1000;
/** Ticks are recorded this long after the last client left, so that a returning client can resume. */
const GRACE_MILLISECONDS = 30_000;

/** Dependencies of the event stream: clock, sources of rows, and the engine's events. */
interface EventStreamPorts extends EventSources {
  readonly clock: MachineClock;
  readonly subscribe: (listener: (event: EngineEvent) => void) => () => void;
  readonly reportError: (error: unknown) => void;
}

/** Parameters of a subscription. */
interface EventRequest {
  readonly lastEventID: string | undefined;
  /** Runs whose logs are followed. */
  readonly runs: readonly string[];
  /** Name of the admin session that subscribes, if any. */
  readonly session: string | undefined;
  /** Closes the connection of a client that does not read. */
  readonly disconnect: () => void;
}

/**
 * Event stream of `/_emulator/events`. Changes are batched per tick, serialised once and sent to all subscribers. Without
 * subscribers nothing is collected.
 */
export class EventStream {
  readonly #ports: EventStreamPorts;
  readonly #ring: TickRing;
  readonly #subscribers = new Set<EventSubscriber>();
  /** Runs whose logs are followed: number of subscribers, and the first tick from which the log has no gap. */
  readonly #followedLogs = new Map<string, { subscribers: number; readonly since: number }>();
  #batch: EventBatch | undefined;
  /** True when the last tick was an overflowing one. */
  #wasOverflowing = false;
  #stopListening: (() => void) | undefined;
  #stopHeartbeat: (() => void) | undefined;
  #isClosed = false;

  /** @param boot makes IDs differ from those before a restart */
  constructor(boot: string, ports: EventStreamPorts) {
    this.#ring = new TickRing(boot);
    this.#ports = ports;
  }

  /** Opens a stream, resumed after the client's last event if that is still known. */
  open({ lastEventID, runs, session, disconnect }: EventRequest): ReadableStream<Uint8Array> {
    const subscriber = new EventSubscriber(
      { runs, session },
      { disconnect, onClose: (gone) => this.#unsubscribe(gone) },
    );
    if (this.#isClosed) {
      subscriber.end();
      return subscriber.stream;
    }
    this.#listen();
    const since = Math.max(0, ...runs.map((run) => this.#followLog(run)));
    for (const bytes of this.#ring.resume(lastEventID, { since, runs })) subscriber.send(bytes);
    this.#subscribers.add(subscriber);
    this.#scheduleHeartbeat();
    return subscriber.stream;
  }

  /** Ends the streams of an admin session. */
  endSession(session: string): void {
    for (const subscriber of this.#subscribers) {
      if (subscriber.session !== session) continue;
      subscriber.end();
      this.#unsubscribe(subscriber);
    }
  }

  /** Ends all streams; later ones end at once. */
  close(): void {
    this.#isClosed = true;
    for (const subscriber of this.#subscribers) subscriber.end();
    this.#subscribers.clear();
    this.#stopHeartbeat?.();
    this.#stop();
  }

  #followLog(run: string): number {
    // The current batch may lack earlier lines: complete from the next tick on.
    const since = this.#ring.next + (this.#batch === undefined ? 0 : 1);
    const known = this.#followedLogs.get(run) ?? { subscribers: 0, since };
    known.subscribers += 1;
    this.#followedLogs.set(run, known);
    return known.since;
  }

  #unsubscribe(subscriber: EventSubscriber): void {
    if (!this.#subscribers.delete(subscriber)) return;
    const { clock } = this.#ports;
    clock.after(GRACE_MILLISECONDS, () => {
      for (const run of subscriber.runs) {
        const followed = this.#followedLogs.get(run);
        if (followed !== undefined && --followed.subscribers === 0) this.#followedLogs.delete(run);
      }
      if (this.#subscribers.size === 0) this.#stop();
    });
  }

  #listen(): void {
    if (this.#stopListening !== undefined) return;
    const { subscribe, traffic } = this.#ports;
    const stops = [
      subscribe((event) => this.#collect((batch) => batch.add(event, (runID) => this.#followedLogs.has(runID)))),
      traffic.subscribe((change) => this.#collect((batch) => batch.addTraffic(change))),
    ];
    this.#stopListening = () => stops.forEach((stop) => stop());
  }

  #stop(): void {
    this.#stopListening?.();
    this.#stopListening = undefined;
    this.#batch = undefined;
    this.#ring.clear();
  }

  #collect(add: (batch: EventBatch) => void): void {
    if (this.#batch === undefined) {
      this.#batch = new EventBatch();
      this.#ports.clock.after(this.#wasOverflowing ? SLOW_TICK_MILLISECONDS : TICK_MILLISECONDS, () => this.#tick());
    }
    add(this.#batch);
  }

  #tick(): void {
    const batch = this.#batch;
    this.#batch = undefined;
    if (batch === undefined) return;
    this.#wasOverflowing = batch.isOverflowing;
    try {
      const tick = this.#ring.add(batch.events(this.#ports), batch.logEvents());
      for (const subscriber of this.#subscribers) {
        for (const bytes of tick.messagesFor(subscriber.runs))
          if (!subscriber.send(bytes)) this.#unsubscribe(subscriber);
      }
    } catch (error) {
      this.#ports.reportError(error);
    }
  }

  #scheduleHeartbeat(): void {
    if (this.#stopHeartbeat !== undefined) return;
    this.#stopHeartbeat = this.#ports.clock.after(HEARTBEAT_MILLISECONDS, () => {
      this.#stopHeartbeat = undefined;
      for (const subscriber of this.#subscribers) if (!subscriber.send(HEARTBEAT)) this.#unsubscribe(subscriber);
      if (this.#subscribers.size > 0) this.#scheduleHeartbeat();
    });
  }
}

const HEARTBEAT = new TextEncoder().encode(': still here\n\n');

/**
 * Maximum number of unread bytes of a subscriber. Above it, the connection is closed; the client resumes or reloads when it
 * reconnects.
 */
const MAX_UNREAD_BYTES = 4 * 1024 * 1024;

/** A subscriber of the event stream. */
export class EventSubscriber {
  readonly stream: ReadableStream<Uint8Array>;
  /** Runs whose logs it follows. */
  readonly runs: readonly string[];
  /** Name of its admin session, if any. */
  readonly session: string | undefined;
  readonly #disconnect: () => void;
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;

  /**
   * @param onClose called once when the client has disconnected
   * @param disconnect closes the connection of a client that does not read
   */
  constructor(
    { runs, session }: { runs: readonly string[]; session: string | undefined },
    { onClose, disconnect }: { onClose: (subscriber: EventSubscriber) => void; disconnect: () => void },
  ) {
    this.runs = runs;
    this.session = session;
    this.#disconnect = disconnect;
    this.stream = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.#controller = controller;
        },
        cancel: () => {
          this.#controller = undefined;
          onClose(this);
        },
      },
      { highWaterMark: MAX_UNREAD_BYTES, size: (chunk) => chunk.byteLength },
    );
  }

  /** Sends bytes. Returns false when the client does not keep up and was disconnected. */
  send(bytes: Uint8Array): boolean {
    if (this.#controller === undefined) return false;
    if ((this.#controller.desiredSize ?? 0) > 0) {
      this.#controller.enqueue(bytes);
      return true;
    }
    this.#disconnect();
    this.end();
    return false;
  }

  /** Ends the stream after the data already sent. */
  end(): void {
    this.#controller?.close();
    this.#controller = undefined;
  }
}
