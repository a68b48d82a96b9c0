import type { TrafficEntry, TrafficRow } from '../../../../shared/contract/emulator/rows.ts';
import type { ApiError } from '../../../../shared/http/errors.ts';
import type { Micros } from '../../../../shared/values/timestamp.ts';
import type { WebhookMatch } from '../../engine/engine.ts';
import type { Exchange } from './exchange.ts';
import { Fifo } from './fifo.ts';
import type { Outcome } from './outcome.ts';
import { trafficEntry, trafficRow, type TrafficFormatContext } from './traffic-format.ts';

/** Of a body's beginning so much is kept. */
export const MAX_BODY_BYTES = 1024 * 1024;
/** All bodies that are kept together. */
export const MAX_LOG_BYTES = 64 * 1024 * 1024;
/** What an entry takes beside its bodies, roughly. */
const ENTRY_BYTES = 1500;

/** What whoever watches the log is told. */
export type TrafficChange = { readonly type: 'added'; readonly logged: LoggedExchange } | { readonly type: 'cleared' };

/** The slice of a body that is kept, and how much there was. */
export interface CapturedBody {
  readonly part: string | Uint8Array;
  readonly size: number;
}

/** A request that was answered: references to what it was made of; whatever is shown of it is made when somebody looks. */
export interface LoggedExchange
  extends
    Pick<
      Exchange,
      | 'endpoint'
      | 'method'
      | 'path'
      | 'search'
      | 'rawHeaders'
      | 'warnings'
      | 'replayOf'
      | 'callerID'
      | 'runID'
      | 'sessionID'
      | 'promptID'
    >,
    Pick<Outcome, 'status'> {
  readonly error: ApiError | undefined;
  readonly number: number;
  readonly at: Micros;
  readonly milliseconds: number;
  readonly webhook: WebhookMatch | undefined;
  readonly idempotencyKey: string | undefined;
  readonly answerHeaders: Readonly<Record<string, string>>;
  readonly request: CapturedBody;
  readonly answer: CapturedBody;
  readonly bytes: number;
}

/** The latest requests with both sides. Secrets are masked when somebody reads. */
export class TrafficLog {
  readonly #capacity: () => number;
  readonly #naming: TrafficFormatContext;
  /** In the order of their answers; numbers of requests under way are missing. */
  readonly #entries = new Fifo<LoggedExchange>();
  readonly #listeners = new Set<(change: TrafficChange) => void>();
  /** What the numbers are preceded by in IDs. */
  readonly prefix: string;
  #next = 1;
  #bytes = 0;
  #dropped = 0;
  #headers: readonly string[] = [];

  /** @param boot makes IDs differ from those before a restart. @param capacity the setting `trafficEntries`, asked for each time. */
  constructor(boot: string, capacity: () => number, naming: TrafficFormatContext) {
    this.prefix = `trf${boot}z`;
    this.#capacity = capacity;
    this.#naming = naming;
  }

  /** The number of a request that has just come. */
  nextNumber(): number {
    return this.#next++;
  }

  /** Keeps a request that has been answered. */
  add(exchange: Exchange, outcome: Outcome, sent: SentResponse): void {
    const logged = this.#logged(exchange, outcome, sent);
    this.#entries.push(logged);
    this.#bytes += logged.bytes;
    this.#shrink();
    if (this.#listeners.size > 0) for (const listener of this.#listeners) listener({ type: 'added', logged });
  }

  #logged(exchange: Exchange, outcome: Outcome, { headers, milliseconds, isDelivered }: SentResponse): LoggedExchange {
    const request = captureBody(exchange.bytes);
    const answer = captureBody(outcome.body);
    return {
      number: exchange.start.number,
      at: exchange.start.at,
      milliseconds,
      endpoint: exchange.endpoint,
      method: exchange.method,
      path: exchange.path,
      search: exchange.search,
      rawHeaders: this.#shared(exchange.rawHeaders),
      warnings: exchange.warnings,
      replayOf: exchange.replayOf,
      callerID: exchange.callerID,
      runID: exchange.runID,
      sessionID: exchange.sessionID,
      promptID: exchange.promptID,
      status: isDelivered ? outcome.status : 0,
      error: outcome.error,
      webhook: exchange.webhookCalled,
      idempotencyKey: exchange.headers.idempotencyKey,
      answerHeaders: headers,
      request,
      answer,
      bytes: ENTRY_BYTES + request.part.length + answer.part.length,
    };
  }

  /** Headers are mostly those of the request before: then those are kept, and these live no longer than their request. */
  #shared(headers: readonly string[]): readonly string[] {
    const before = this.#headers;
    if (before.length === headers.length && before.every((text, index) => text === headers[index])) return before;
    return (this.#headers = headers);
  }

  #shrink(): void {
    const capacity = this.#capacity();
    while (this.#entries.length > capacity || this.#bytes > MAX_LOG_BYTES) {
      this.#bytes -= this.#entries.shift()?.bytes ?? 0;
      this.#dropped += 1;
    }
  }

  /** The latest requests, newest first. Yields often: each row is made now. */
  *list({ limit, webhook, before }: TrafficSelection): Generator<void, TrafficList, undefined> {
    const entries: TrafficRow[] = [];
    const end = before === undefined ? Infinity : this.#numberOf(before);
    const newestFirst = this.#entries.items().sort((a, b) => b.number - a.number);
    for (const logged of newestFirst) {
      if (entries.length >= limit) break;
      const called = logged.webhook;
      const isWanted = webhook === undefined || (called !== undefined && `${called.taskID}/${called.slug}` === webhook);
      // No request was before one that is not known.
      const isBefore = logged.number < end;
      if (!isWanted || !isBefore) continue;
      entries.push(this.row(logged));
      yield;
    }
    return { entries, dropped: this.#dropped, bytes: this.#bytes };
  }

  row(logged: LoggedExchange): TrafficRow {
    return trafficRow(logged, this.prefix + String(logged.number), this.#naming);
  }

  /** One request with both sides; `undefined` when it is not kept. */
  read(id: string): TrafficEntry | undefined {
    const number = this.#numberOf(id);
    const logged = this.#entries.items().find((entry) => entry.number === number);
    return logged && trafficEntry(logged, this.row(logged), this.#naming);
  }

  /** The number in an ID; not a number in those of another start. */
  #numberOf(id: string): number {
    return id.startsWith(this.prefix) ? Number(id.slice(this.prefix.length)) : NaN;
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

/** Requests as rows, and how many more there were. */
export interface TrafficList {
  readonly entries: TrafficRow[];
  readonly dropped: number;
  readonly bytes: number;
}

/** Which requests to list. */
export interface TrafficSelection {
  readonly limit: number;
  /** Only deliveries to this one, as `task ID/slug`. */
  readonly webhook?: string | undefined;
  /** Only those that began before this one, by its ID. */
  readonly before?: string | undefined;
}

/** What is known of an answer once it was sent. */
export interface SentResponse {
  readonly headers: Readonly<Record<string, string>>;
  readonly milliseconds: number;
  /** Whether the client was still there. */
  readonly isDelivered: boolean;
}

const NO_BODY: CapturedBody = { part: '', size: 0 };

function captureBody(body: Outcome['body'] | Buffer): CapturedBody {
  if (body === null || body instanceof ReadableStream || body.length === 0) return NO_BODY;
  const size = typeof body === 'string' ? Buffer.byteLength(body) : body.length;
  if (size <= MAX_BODY_BYTES) return { part: body, size };
  // A copy: a slice would keep the whole alive.
  // No character is shorter than a byte.
  const bytes = typeof body === 'string' ? Buffer.from(body.slice(0, MAX_BODY_BYTES)) : body;
  return { part: Uint8Array.from(bytes.subarray(0, MAX_BODY_BYTES)), size };
}
