import { HEARTBEAT_MILLISECONDS } from '../../../../shared/contract/emulator/heartbeat.ts';
import type { Clock, EngineEvent } from '../../engine/ports.ts';
import { EventBatch, type EventSources } from './event-batch.ts';
import { EventSubscriber } from './subscriber.ts';
import { TickRing } from './tick-ring.ts';

const TICK_MILLISECONDS = 100;
/** After a flood, so that those who follow load what they show no oftener than this. */
const SLOW_TICK_MILLISECONDS = 1000;
/** How long ticks go on being made after the last client left, so that one that comes back may resume. */
const GRACE_MILLISECONDS = 30_000;

/** What the stream needs: time, the sources of rows, and the engine's events. */
export interface EventStreamPorts extends EventSources {
  readonly clock: Clock;
  readonly subscribe: (listener: (event: EngineEvent) => void) => () => void;
  readonly fault: (error: unknown) => void;
}

/** What a client asks for. */
export interface EventRequest {
  readonly lastEventID: string | undefined;
  readonly run: string | undefined;
  /** The name of the admin session that asks, if one does. */
  readonly session: string | undefined;
  /** Ends the connection of a client that does not read. */
  readonly disconnect: () => void;
}

/**
 * The event stream of `/_emulator/events`: what happens is gathered for a tick, written once, and sent to all who
 * follow. While nobody follows nothing is even gathered.
 */
export class EventStream {
  readonly #ports: EventStreamPorts;
  readonly #ring: TickRing;
  readonly #subscribers = new Set<EventSubscriber>();
  /** Runs whose logs are followed: by how many, and since which tick without a gap. */
  readonly #followedLogs = new Map<string, { subscribers: number; readonly since: number }>();
  #batch: EventBatch | undefined;
  /** The last tick told of a flood. */
  #wasOverflowing = false;
  #stopListening: (() => void) | undefined;
  #stopHeartbeat: (() => void) | undefined;
  #isClosed = false;

  /** @param boot makes IDs differ from those before a restart. */
  constructor(boot: string, ports: EventStreamPorts) {
    this.#ring = new TickRing(boot);
    this.#ports = ports;
  }

  /** A stream for one more client, resumed where its last event was, if that is still known. */
  open({ lastEventID, run = '', session, disconnect }: EventRequest): ReadableStream<Uint8Array> {
    const subscriber = new EventSubscriber(
      { run, session },
      { disconnect, onClose: (gone) => this.#unsubscribe(gone) },
    );
    if (this.#isClosed) {
      subscriber.end();
      return subscriber.stream;
    }
    this.#listen();
    const since = run === '' ? 0 : this.#followLog(run);
    for (const bytes of this.#ring.resume(lastEventID, { since, run })) subscriber.send(bytes);
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

  /** Ends every stream, and those to come. */
  close(): void {
    this.#isClosed = true;
    for (const subscriber of this.#subscribers) subscriber.end();
    this.#subscribers.clear();
    this.#stopHeartbeat?.();
    this.#stop();
  }

  #followLog(run: string): number {
    // Lines that are part of the tick under way may have been missed: a gap until the one after it.
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
      const followed = this.#followedLogs.get(subscriber.run);
      if (followed !== undefined && --followed.subscribers === 0) this.#followedLogs.delete(subscriber.run);
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
        for (const bytes of tick.messagesFor(subscriber.run))
          if (!subscriber.send(bytes)) this.#unsubscribe(subscriber);
      }
    } catch (error) {
      this.#ports.fault(error);
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
