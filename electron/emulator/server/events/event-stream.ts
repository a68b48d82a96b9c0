import { HEARTBEAT_MILLISECONDS } from '../../../../shared/contract/emulator/heartbeat.ts';
import type { Clock, EngineEvent } from '../../engine/ports.ts';
import { EventBatch, type EventSources } from './event-batch.ts';
import { EventClient } from './event-client.ts';
import { TickRing } from './tick-ring.ts';

const TICK_MILLISECONDS = 100;
/** After a flood, so that those who follow load what they show no oftener than this. */
const FLOOD_TICK_MILLISECONDS = 1000;
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
  readonly cutOff: () => void;
}

/**
 * The event stream of `/_emulator/events`: what happens is gathered for a tick, written once, and sent to all who
 * follow. While nobody follows nothing is even gathered.
 */
export class EventStream {
  readonly #ports: EventStreamPorts;
  readonly #ring: TickRing;
  readonly #clients = new Set<EventClient>();
  /** Runs whose logs are followed: by how many, and since which tick without a gap. */
  readonly #followed = new Map<string, { clients: number; readonly since: number }>();
  #batch: EventBatch | undefined;
  /** The last tick told of a flood. */
  #isFlooded = false;
  #stopListening: (() => void) | undefined;
  #stopHeartbeat: (() => void) | undefined;
  #isClosed = false;

  /** @param boot makes IDs differ from those before a restart. */
  constructor(boot: string, ports: EventStreamPorts) {
    this.#ring = new TickRing(boot);
    this.#ports = ports;
  }

  /** A stream for one more client, resumed where its last event was, if that is still known. */
  open({ lastEventID, run = '', session, cutOff }: EventRequest): ReadableStream<Uint8Array> {
    const client = new EventClient({ run, session }, { cutOff, onGone: (gone) => this.#leave(gone) });
    if (this.#isClosed) {
      client.end();
      return client.stream;
    }
    this.#listen();
    const since = run === '' ? 0 : this.#follow(run);
    for (const bytes of this.#ring.resume(lastEventID, { since, run })) client.send(bytes);
    this.#clients.add(client);
    this.#beat();
    return client.stream;
  }

  /** Ends the streams of an admin session. */
  endSession(session: string): void {
    for (const client of this.#clients) {
      if (client.session !== session) continue;
      client.end();
      this.#leave(client);
    }
  }

  /** Ends every stream, and those to come. */
  close(): void {
    this.#isClosed = true;
    for (const client of this.#clients) client.end();
    this.#clients.clear();
    this.#stopHeartbeat?.();
    this.#sleep();
  }

  #follow(run: string): number {
    // Lines that are part of the tick under way may have been missed: a gap until the one after it.
    const since = this.#ring.next + (this.#batch === undefined ? 0 : 1);
    const known = this.#followed.get(run) ?? { clients: 0, since };
    known.clients += 1;
    this.#followed.set(run, known);
    return known.since;
  }

  #leave(client: EventClient): void {
    if (!this.#clients.delete(client)) return;
    const { clock } = this.#ports;
    clock.after(GRACE_MILLISECONDS, () => {
      const followed = this.#followed.get(client.run);
      if (followed !== undefined && --followed.clients === 0) this.#followed.delete(client.run);
      if (this.#clients.size === 0) this.#sleep();
    });
  }

  #listen(): void {
    if (this.#stopListening !== undefined) return;
    const { subscribe, traffic } = this.#ports;
    const stops = [
      subscribe((event) => this.#gather((batch) => batch.add(event, (runID) => this.#followed.has(runID)))),
      traffic.subscribe((change) => this.#gather((batch) => batch.addTraffic(change))),
    ];
    this.#stopListening = () => stops.forEach((stop) => stop());
  }

  #sleep(): void {
    this.#stopListening?.();
    this.#stopListening = undefined;
    this.#batch = undefined;
    this.#ring.forget();
  }

  #gather(add: (batch: EventBatch) => void): void {
    if (this.#batch === undefined) {
      this.#batch = new EventBatch();
      this.#ports.clock.after(this.#isFlooded ? FLOOD_TICK_MILLISECONDS : TICK_MILLISECONDS, () => this.#tick());
    }
    add(this.#batch);
  }

  #tick(): void {
    const batch = this.#batch;
    this.#batch = undefined;
    if (batch === undefined) return;
    this.#isFlooded = batch.isFlood;
    try {
      const tick = this.#ring.add(batch.events(this.#ports), batch.logEvents());
      for (const client of this.#clients) {
        for (const bytes of tick.messagesFor(client.run)) if (!client.send(bytes)) this.#leave(client);
      }
    } catch (error) {
      this.#ports.fault(error);
    }
  }

  #beat(): void {
    if (this.#stopHeartbeat !== undefined) return;
    this.#stopHeartbeat = this.#ports.clock.after(HEARTBEAT_MILLISECONDS, () => {
      this.#stopHeartbeat = undefined;
      for (const client of this.#clients) if (!client.send(HEARTBEAT)) this.#leave(client);
      if (this.#clients.size > 0) this.#beat();
    });
  }
}

const HEARTBEAT = new TextEncoder().encode(': still here\n\n');
