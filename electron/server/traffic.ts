import type { TrafficEntry, TrafficRow } from '../../shared/contract/emulator/rows.ts';
import type { Exchange } from './exchange.ts';
import type { Outcome } from './outcome.ts';
import { trafficEntry, trafficRow, type Naming } from './traffic-format.ts';

/** Of a body's beginning so much is kept. */
export const BODY_BYTES_KEPT = 1024 * 1024;
/** All bodies that are kept together. */
export const TRAFFIC_BYTES_KEPT = 64 * 1024 * 1024;
/** What an entry takes beside its bodies, roughly. */
const ENTRY_BYTES = 1500;

/** What whoever watches the log is told. */
export type TrafficChange = { readonly type: 'added'; readonly exchange: Exchange } | { readonly type: 'cleared' };

/** The slice of a body that is kept, and how much there was. */
export interface KeptBody {
  readonly part: string | Uint8Array;
  readonly size: number;
}

interface Entry {
  readonly exchange: Exchange;
  readonly request: KeptBody;
  readonly answer: KeptBody;
  readonly bytes: number;
}

/**
 * The latest requests with both sides. On a request's way it only keeps references; rows and texts are made, and
 * secrets masked, when somebody reads them.
 */
export class Traffic {
  readonly #capacity: () => number;
  readonly #naming: Naming;
  /** By number, ascending; numbers of requests under way and of dropped ones are missing. */
  readonly #entries = new Map<number, Entry>();
  readonly #listeners = new Set<(change: TrafficChange) => void>();
  readonly #boot: string;
  #next = 1;
  #bytes = 0;
  #dropped = 0;

  /** @param boot makes IDs differ from those before a restart. @param capacity the setting `trafficEntries`, asked for each time. */
  constructor(boot: string, capacity: () => number, naming: Naming) {
    this.#boot = boot;
    this.#capacity = capacity;
    this.#naming = naming;
  }

  /** A place for a request that has just come. */
  open(): { number: number; trafficID: string } {
    const number = this.#next++;
    return { number, trafficID: `trf${this.#boot}z${number}` };
  }

  /** Keeps a request that has been answered. */
  close(exchange: Exchange, outcome: Outcome, milliseconds: number): void {
    exchange.close(outcome, milliseconds);
    const request = kept(exchange.bytes);
    const answer = kept(outcome.body);
    exchange.bytes = NOTHING;
    exchange.outcome = { ...outcome, body: null };
    const bytes = ENTRY_BYTES + weight(request) + weight(answer);
    this.#entries.set(exchange.number, { exchange, request, answer, bytes });
    this.#bytes += bytes;
    this.#shrink();
    for (const listener of this.#listeners) listener({ type: 'added', exchange });
  }

  #shrink(): void {
    const capacity = this.#capacity();
    if (this.#entries.size <= capacity && this.#bytes <= TRAFFIC_BYTES_KEPT) return;
    for (const [number, { bytes }] of this.#entries) {
      this.#entries.delete(number);
      this.#bytes -= bytes;
      this.#dropped += 1;
      if (this.#entries.size <= capacity && this.#bytes <= TRAFFIC_BYTES_KEPT) return;
    }
  }

  /** The latest requests, newest first. @param webhook only deliveries to this one, as `task ID/slug`. */
  list(limit: number, webhook?: string): { entries: TrafficRow[]; dropped: number; bytes: number } {
    const entries: TrafficRow[] = [];
    const newestFirst = [...this.#entries.values()].sort((a, b) => b.exchange.number - a.exchange.number);
    for (const { exchange } of newestFirst) {
      if (entries.length >= limit) break;
      const called = exchange.webhookCalled;
      if (webhook === undefined || (called !== undefined && `${called.taskID}/${called.slug}` === webhook))
        entries.push(trafficRow(exchange, this.#naming));
    }
    return { entries, dropped: this.#dropped, bytes: this.#bytes };
  }

  row(exchange: Exchange): TrafficRow {
    return trafficRow(exchange, this.#naming);
  }

  /** One request with both sides; `undefined` when it is not kept. */
  read(id: string): TrafficEntry | undefined {
    const prefix = `trf${this.#boot}z`;
    const entry = id.startsWith(prefix) ? this.#entries.get(Number(id.slice(prefix.length))) : undefined;
    return entry && trafficEntry(entry.exchange, entry, this.#naming);
  }

  clear(): void {
    this.#entries.clear();
    this.#bytes = 0;
    this.#dropped = 0;
    for (const listener of this.#listeners) listener({ type: 'cleared' });
  }

  /** Calls at every change; returns what stops the calls. */
  subscribe(listener: (change: TrafficChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

const NOTHING = Buffer.alloc(0);

function kept(body: Outcome['body'] | Buffer): KeptBody {
  if (body === null || body instanceof ReadableStream) return { part: '', size: 0 };
  const size = typeof body === 'string' ? Buffer.byteLength(body) : body.length;
  if (size <= BODY_BYTES_KEPT) return { part: body, size };
  // A copy: a slice would keep the whole alive.
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  return { part: Uint8Array.from(bytes.subarray(0, BODY_BYTES_KEPT)), size };
}

function weight({ part }: KeptBody): number {
  return part.length;
}
