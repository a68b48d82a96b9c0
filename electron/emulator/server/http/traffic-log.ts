import type { TrafficEntry, TrafficRow } from '../../../../shared/contract/emulator/rows.ts';
import { ApiError, type ErrorFacts } from '../../../../shared/http/errors.ts';
import { quoteForMessage } from '../../../../shared/values/messages.ts';
import type { Exchange, ShownRun } from './exchange.ts';
import { Fifo } from './fifo.ts';
import { trafficID, type CapturedBody, type LoggedExchange, type TrafficStart } from './logged-exchange.ts';
import type { Outcome } from './outcome.ts';
import { type RequestMatcher, selectExchanges, type TrafficSelection } from './traffic-selection.ts';
import { maskedHeaders, shownFacts, trafficEntry, trafficRow, type TrafficFormatContext } from './traffic-format.ts';

/** Maximum number of bytes kept per body. */
export const MAX_BODY_BYTES = 1024 * 1024;
/** Maximum number of bytes of all entries together. */
export const MAX_LOG_BYTES = 256 * 1024 * 1024;
/** The same for a sandbox, of which there may be many. */
export const MAX_SANDBOX_LOG_BYTES = 16 * 1024 * 1024;
/** Approximate size of an entry without its bodies and longer texts. */
const ENTRY_BYTES = 1500;

/** A traffic-log change, as sent to subscribers. */
export type TrafficChange = AddedExchange | { readonly type: 'cleared' };

/** A request that was answered. */
export interface AddedExchange {
  readonly type: 'added';
  readonly logged: LoggedExchange;
  /** Runs in a list that the client read. Not stored with the entry. */
  readonly listedRuns: readonly ShownRun[];
  /** True when a list has items after the page that the client read. */
  readonly hasMore: boolean;
}

/** Log of the latest requests and responses. Secrets are masked when entries are read. */
export class TrafficLog {
  readonly #capacity: () => number;
  readonly #maxBytes: number;
  readonly #formatContext: TrafficFormatContext;
  /** In order of completion; pending requests are missing. */
  readonly #entries = new Fifo<LoggedExchange>();
  readonly #listeners = new Set<(change: TrafficChange) => void>();
  /** Receivers of the next request from a port of a client. */
  readonly #expected = new Map<number, (logged: LoggedExchange) => void>();
  readonly #start: TrafficStart;
  #next = 1;
  #bytes = 0;
  #dropped = 0;
  /** Headers of the previous request, and the number of their characters. */
  #headers: readonly string[] = [];
  #headerCharacters = 0;

  /**
   * @param boot makes IDs differ from those before a restart
   * @param entries returns the setting `trafficEntries`
   */
  constructor(
    boot: string,
    { entries, bytes }: { readonly entries: () => number; readonly bytes: number },
    formatContext: TrafficFormatContext,
  ) {
    this.#maxBytes = bytes;
    this.#start = { prefix: `trf${boot}z`, order: 0 };
    this.#capacity = entries;
    this.#formatContext = formatContext;
  }

  /** Prefix of the numbers in IDs of this start. */
  get prefix(): string {
    return this.#start.prefix;
  }

  /** Approximate bytes of the requests that are kept, and their maximum. */
  get usage(): { readonly bytes: number; readonly maxBytes: number } {
    return { bytes: this.#bytes, maxBytes: this.#maxBytes };
  }

  /** Number of the requests that are kept. */
  get length(): number {
    return this.#entries.length;
  }

  /** Returns the number of a new request. */
  nextNumber(): number {
    return this.#next++;
  }

  /** Adds an answered request. */
  add(exchange: Exchange, outcome: Outcome, sent: SentResponse): void {
    const logged = this.#logged(exchange, outcome, sent);
    this.#entries.push(logged);
    this.#bytes += logged.bytes;
    this.#shrink();
    if (this.#expected.size > 0) this.#expected.get(exchange.remotePort)?.(logged);
    if (this.#listeners.size === 0) return;
    const { hasMore } = exchange;
    const listedRuns = isShown(outcome, sent) ? exchange.listedRuns : [];
    const change: AddedExchange = { type: 'added', logged, listedRuns, hasMore };
    for (const listener of this.#listeners) listener(change);
  }

  #logged(exchange: Exchange, outcome: Outcome, sent: SentResponse): LoggedExchange {
    const { headers, milliseconds, isDelivered } = sent;
    const request = captureBody(bodyOf(exchange));
    const answer = captureBody(outcome.body);
    const rawHeaders = this.#shared(exchange.rawHeaders);
    const { path, search, warnings } = exchange;
    const { error } = outcome;
    return {
      start: this.#start,
      number: exchange.start.number,
      at: exchange.start.at,
      startedAt: exchange.start.startedAt,
      milliseconds,
      endpoint: exchange.endpoint,
      method: exchange.method,
      path,
      search,
      sentAs: exchange.sentAs,
      rawHeaders,
      warnings,
      replayOf: exchange.replayOf,
      fault: exchange.fault,
      numbered: exchange.numbered,
      callerID: exchange.callerID,
      runID: exchange.runID,
      runStatus: isShown(outcome, sent) ? exchange.runStatus : '',
      sessionID: exchange.sessionID,
      promptID: exchange.promptID,
      status: isDelivered ? outcome.status : 0,
      error,
      webhook: exchange.webhookCalled,
      idempotencyKey: exchange.headers.idempotencyKey,
      answerHeaders: headers,
      request,
      answer,
      bytes: this.#headerCharacters + bytesOf({ request, answer, path, search, warnings, error }),
    };
  }

  /** Returns the headers of the previous request when they are equal, so that entries share them. */
  #shared(headers: readonly string[]): readonly string[] {
    const before = this.#headers;
    if (before.length === headers.length && before.every((text, index) => text === headers[index])) return before;
    this.#headerCharacters = charactersOf(headers);
    return (this.#headers = headers);
  }

  #shrink(): void {
    const capacity = this.#capacity();
    while (this.#entries.length > capacity || this.#bytes > this.#maxBytes) {
      this.#bytes -= this.#entries.shift()?.bytes ?? 0;
      this.#dropped += 1;
    }
  }

  /** Lists the latest requests, newest first. Yields often. */
  *list(selection: TrafficSelection, matches?: RequestMatcher): Generator<void, TrafficList, undefined> {
    const { found, total } = yield* this.search(selection, matches);
    const entries: TrafficRow[] = [];
    for (const logged of found) {
      entries.push(this.row(logged));
      yield;
    }
    return { entries, total, dropped: this.#dropped, bytes: this.#bytes };
  }

  /** The latest requests that match, newest first, up to the limit, and the number of all. Yields often. */
  *search(
    { limit, offset = 0, ...selection }: TrafficSelection,
    matches?: RequestMatcher,
  ): Generator<void, { found: LoggedExchange[]; total: number }, undefined> {
    const found: LoggedExchange[] = [];
    let total = 0;
    for (const logged of this.select({ ...selection, limit: Infinity })) {
      if (matches !== undefined) {
        yield;
        if (!matches(logged)) continue;
      }
      if (total >= offset && found.length < limit) found.push(logged);
      total += 1;
    }
    return { found, total };
  }

  /** The latest requests, newest first. */
  select(selection: TrafficSelection): Generator<LoggedExchange, void, undefined> {
    return selectExchanges(this.#entries.items(), this.#start, selection);
  }

  /** The logged requests, in the order of their answers. */
  logged(): LoggedExchange[] {
    return this.#entries.items();
  }

  /** Number of requests dropped from the log. */
  get dropped(): number {
    return this.#dropped;
  }

  /** Masks credentials in a text. */
  mask(text: string): string {
    return this.#formatContext.redaction.text(text);
  }

  /** Masks credentials in headers of a request, or of its answer. */
  maskHeaders(
    headers: readonly (readonly [name: string, value: string])[],
    of: Pick<LoggedExchange, 'endpoint' | 'path'>,
  ): [name: string, value: string][] {
    return maskedHeaders(headers, of, this.#formatContext);
  }

  row(logged: LoggedExchange): TrafficRow {
    return trafficRow(logged, trafficID(logged), this.#formatContext);
  }

  /** Formats a request with both sides. */
  read(logged: LoggedExchange): TrafficEntry {
    return trafficEntry(logged, this.row(logged), this.#formatContext);
  }

  /** The data behind the error of a request, masked. */
  facts(logged: LoggedExchange): ErrorFacts {
    return shownFacts(logged, this.#formatContext);
  }

  /** Finds a request by its ID. Throws 404. */
  find(id: string): LoggedExchange {
    const found = this.#entries
      .items()
      .find((logged) => id.startsWith(logged.start.prefix) && trafficID(logged) === id);
    if (found === undefined)
      throw new ApiError('not_found', `The request "${quoteForMessage(id)}" is not in the traffic log.`);
    return found;
  }

  /** Calls the receiver with the next request that a client sends from this port. Returns a function that stops it. */
  expect(port: number, receive: (logged: LoggedExchange) => void): () => void {
    this.#expected.set(port, receive);
    return () => this.#expected.delete(port);
  }

  /** The newest requests, oldest first. */
  newest(count: number): LoggedExchange[] {
    return this.#entries.last(Math.min(count, this.#entries.length));
  }

  /** Adds requests of earlier starts, or of this one from an archive, oldest first, within the capacity. */
  restore(earlier: readonly LoggedExchange[]): void {
    const room = Math.max(0, this.#capacity() - this.#entries.length);
    const kept = earlier
      .slice(Math.max(0, earlier.length - room))
      .map((logged) => (logged.start.prefix === this.prefix ? { ...logged, start: this.#start } : logged));
    this.#entries.prepend(kept);
    for (const { bytes } of kept) this.#bytes += bytes;
    this.#shrink();
  }

  clear(): void {
    this.#entries.clear();
    this.#bytes = 0;
    this.#dropped = 0;
    for (const listener of this.#listeners) listener({ type: 'cleared' });
  }

  /** Subscribes to changes. Returns a function that unsubscribes. */
  subscribe(listener: (change: TrafficChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

/** Rows of the list, and the number of dropped requests. */
export interface TrafficList {
  readonly entries: TrafficRow[];
  /** Number of all requests that match. */
  readonly total: number;
  readonly dropped: number;
  readonly bytes: number;
}

/** Details of a response after it was sent. */
export interface SentResponse {
  readonly headers: Readonly<Record<string, string>>;
  readonly milliseconds: number;
  /** True when the client was still connected. */
  readonly isDelivered: boolean;
}

/** True when the client got the handler's answer. */
function isShown({ status }: Outcome, { isDelivered }: SentResponse): boolean {
  return isDelivered && status > 0 && status < 300;
}

/** Approximate bytes of an entry in memory, without its headers. */
export function bytesOf({ request, answer, path, search, warnings, error }: Measured): number {
  const bytes = ENTRY_BYTES + request.part.length + answer.part.length + path.length + search.length;
  // The facts of an error repeat its message, and have paths that are about as long.
  return bytes + charactersOf(warnings) + 3 * (error?.message.length ?? 0);
}

type Measured = Pick<LoggedExchange, 'request' | 'answer' | 'path' | 'search' | 'warnings' | 'error'>;

export function charactersOf(texts: readonly string[]): number {
  let count = 0;
  for (const { length } of texts) count += length;
  return count;
}

const NO_BODY: CapturedBody = { part: '', size: 0 };

/** The body of a request, as text when it is ASCII and was read as text: a text takes fewer objects, which collections copy. */
function bodyOf({ bytes, text }: Exchange): string | Buffer {
  return text?.length === bytes.length ? text : bytes;
}

function captureBody(body: Outcome['body'] | Buffer): CapturedBody {
  if (body === null || body instanceof ReadableStream || body.length === 0) return NO_BODY;
  const size = typeof body === 'string' ? Buffer.byteLength(body) : body.length;
  if (size <= MAX_BODY_BYTES) return { part: body, size };
  // Copied: a slice would keep the whole body alive. Each character takes at least one byte.
  const bytes = typeof body === 'string' ? Buffer.from(body.slice(0, MAX_BODY_BYTES)) : body;
  return { part: Uint8Array.from(bytes.subarray(0, MAX_BODY_BYTES)), size };
}
