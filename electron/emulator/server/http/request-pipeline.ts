import { ApiError } from '../../../../shared/http/errors.ts';
import type { Access } from '../../../../shared/http/endpoint.ts';
import { isRead } from '../../../../shared/http/request-parts.ts';
import { StoppedError } from '../../slices/slices.ts';
import { ACCESS_POLICIES, RequestGuard } from '../access/access-policy.ts';
import { Admin } from '../access/admin.ts';
import { hasKeyFor } from './authenticate.ts';
import { arrivedHeaders, Exchange, type RequestRoute } from './exchange.ts';
import { corsHeaders, Origins } from '../access/origins.ts';
import { HeldRequests } from './held-requests.ts';
import { PLAIN_HEADERS, type HttpResponse } from './http-response.ts';
import { asApiError, errorOutcome, JSON_TYPE, type Outcome } from './outcome.ts';
import { ClientGoneError } from '../request/body.ts';
import type { IncomingRequest } from '../request/target.ts';
import type { ServerPorts } from './ports.ts';
import type { RateLimit } from '../access/rate-limit.ts';
import type { SentResponse, TrafficLog } from './traffic-log.ts';
import { RequestWaits } from './waits.ts';
import type { WriteGate } from './write-gate.ts';
import { messageOf } from '../../../../shared/values/messages.ts';
import { epochMilliseconds } from '../../../../shared/values/timestamp.ts';

const WARNINGS_LENGTH = 4000;

/** Rules of requests from the settings. */
interface RequestRules {
  /** Maximum number of bytes of a body, after decompression. */
  readonly maxBodyBytes: () => number;
  readonly rateLimit: RateLimit;
  /** True when unknown names are errors for endpoints with this access. */
  readonly refusesUnknown: (access: Access) => boolean;
}

/** Returns the response of a request that the guard admits. May throw. */
export type Answer = (exchange: Exchange) => HttpResponse | Promise<HttpResponse>;

/** The common beginning and end of every request: starts exchanges, and sends responses once their effects are durable. */
export class RequestPipeline {
  readonly ports: ServerPorts;
  readonly traffic: TrafficLog;
  readonly guard: RequestGuard;
  readonly origins: Origins;
  readonly admin: Admin;
  readonly rules: RequestRules;
  readonly gate: WriteGate;
  readonly waits: RequestWaits;
  readonly held: HeldRequests;

  constructor(ports: ServerPorts, traffic: TrafficLog, rules: RequestRules) {
    this.ports = ports;
    this.waits = new RequestWaits(ports.clock);
    this.held = new HeldRequests({ ...ports, traffic }, this.waits);
    this.traffic = traffic;
    this.rules = rules;
    this.gate = ports.gate;
    this.origins = new Origins(ports.options.corsOrigins, () => ports.clock.now());
    this.guard = new RequestGuard(ports.options.allowedHosts, this.origins);
    this.admin = new Admin(ports.options.adminToken, ports.clock);
  }

  /**
   * Serves a request from its arrival to its end, which every way out of it passes: an answer, a value that is thrown, a client that
   * has gone. A request that the guard refuses, or whose answer throws, gets the error.
   */
  serve(incoming: IncomingRequest, route: RequestRoute, answer: Answer): HttpResponse | Promise<HttpResponse> {
    const exchange = this.#open(incoming, route);
    const end = (): void => this.ports.engine.clock.activity.endRequest(exchange);
    let isPending = false;
    try {
      const response = this.#answered(exchange, answer);
      isPending = response instanceof Promise;
      return response instanceof Promise ? response.finally(end) : response;
    } finally {
      if (!isPending) end();
    }
  }

  #answered(exchange: Exchange, answer: Answer): HttpResponse | Promise<HttpResponse> {
    try {
      if (exchange.refusal !== undefined) throw exchange.refusal;
      const response = answer(exchange);
      return response instanceof Promise
        ? response.catch((error: unknown) => this.#sendThrown(exchange, error))
        : response;
    } catch (error) {
      return this.#sendThrown(exchange, error);
    }
  }

  #open(incoming: IncomingRequest, route: RequestRoute): Exchange {
    const { clock, engine } = this.ports;
    const { traffic } = this;
    const headers = arrivedHeaders(incoming);
    const hasValidKey = () => hasKeyFor(engine.access, headers);
    const refusal = this.guard.refusal({ access: route.access, headers, hasValidKey });
    // A page of another site must not fill what is kept, which a holder of a key may.
    const isKept = refusal?.code !== 'forbidden' || hasValidKey();
    const start = {
      number: isKept ? traffic.nextNumber() : 0,
      prefix: traffic.prefix,
      at: engine.time.now(),
      startedAt: clock.monotonic(),
    };
    const exchange = new Exchange(incoming, route, { headers, start, refusal, isKept }, engine.access.environment);
    if (isKept) this.#noteArrival(exchange);
    return exchange;
  }

  /** Registers a request of the service, or one that changes something, as busy work for the clock. */
  #noteArrival(exchange: Exchange): void {
    const { activity } = this.ports.engine.clock;
    const isOfService = exchange.access === 'key' || exchange.access === 'webhook';
    if (isOfService) activity.beginRequest(exchange);
    if (isOfService || !isRead(exchange)) activity.lastRequestAt = exchange.start.startedAt;
  }

  /** Sends a response once all effects that it may reveal are durable. */
  send(exchange: Exchange, outcome: Outcome): HttpResponse | Promise<HttpResponse> {
    const pending = this.ports.flushed(isRead(exchange));
    if (pending === null) return this.respond(exchange, outcome);
    return pending.then(
      () => this.respond(exchange, outcome),
      (error: unknown) => this.respond(exchange, this.#undurable(outcome, error)),
    );
  }

  /** Waits until all effects that an outcome may reveal are durable. Returns the outcome to send. */
  durable(exchange: Exchange, outcome: Outcome): Outcome | Promise<Outcome> {
    const pending = this.ports.flushed(isRead(exchange));
    if (pending === null) return outcome;
    return pending.then(
      () => outcome,
      (error: unknown) => this.#undurable(outcome, error),
    );
  }

  /** The outcome to send when its effects are not durable. A 4xx response acknowledges no change, and is sent anyway. */
  #undurable(outcome: Outcome, error: unknown): Outcome {
    if (outcome.status >= 400 && outcome.status < 500) return outcome;
    // The state reports a failing disk once itself; reporting it per request would fill the log.
    if (!(error instanceof ApiError)) this.ports.reportError(error);
    const reason = messageOf(error);
    return errorOutcome(
      new ApiError('internal', `The state could not be written to disk, so the change is not acknowledged: ${reason}`),
    );
  }

  /** Logs a request whose connection was closed without an answer. */
  sendNothing(exchange: Exchange): HttpResponse {
    this.#log(exchange, NOTHING, { headers: {}, milliseconds: this.#elapsed(exchange), isDelivered: false });
    return { status: NOTHING.status, headers: {}, body: null };
  }

  /** Sends the error response for a thrown value. Nobody receives that of a client that disconnected before its body was complete. */
  #sendThrown(exchange: Exchange, thrown: unknown): HttpResponse | Promise<HttpResponse> {
    if (thrown instanceof ClientGoneError) return this.respond(exchange, goneOutcome());
    return this.send(exchange, this.errorOutcome(thrown));
  }

  errorOutcome(thrown: unknown): Outcome {
    if (thrown instanceof StoppedError) return goneOutcome();
    return errorOutcome(asApiError(thrown, this.ports.reportError));
  }

  /** Logs an outcome, and returns its response. */
  respond(exchange: Exchange, outcome: Outcome): HttpResponse {
    const response = this.response(exchange, outcome);
    this.logSent(exchange, outcome, response);
    return response;
  }

  /** Returns the response of an outcome without logging it; see `logSent`. */
  response(exchange: Exchange, outcome: Outcome): HttpResponse {
    const headers = this.#headersOf(exchange, outcome);
    return { status: outcome.status, headers, body: bodyBeside(exchange, outcome) };
  }

  /** Logs a response as delivered if its client is still connected. */
  logSent(exchange: Exchange, outcome: Outcome, { headers }: HttpResponse): void {
    const isDelivered = exchange.isClientConnected();
    this.#log(exchange, outcome, { headers, milliseconds: this.#elapsed(exchange), isDelivered });
  }

  /** Logs a request if its access is logged. */
  #log(exchange: Exchange, outcome: Outcome, sent: SentResponse): void {
    if (exchange.isKept && isLogged(exchange)) this.traffic.add(exchange, outcome, sent);
  }

  /** Milliseconds since a request arrived. */
  #elapsed({ start }: Exchange): number {
    return this.ports.clock.monotonic() - start.startedAt;
  }

  #headersOf(exchange: Exchange, outcome: Outcome): Readonly<Record<string, string>> {
    const { headers, method, access, warnings, fault, responseHeaders: ownHeaders } = exchange;
    const { isPrivate, cors } = ACCESS_POLICIES[access];
    // Assigned instead of spread: a spread with further fields takes microseconds.
    const more: Record<string, string> = Object.assign({}, outcome.headers, ownHeaders);
    if (fault !== undefined) more['X-Hangar-Fault'] = fault.slug;
    if (warnings.length > 0) more['X-Hangar-Warning'] = headerText(warnings.join('; '));
    const key = headers.idempotencyKey;
    if (key !== undefined && key !== '' && (method === 'POST' || method === 'PATCH')) more['Idempotency-Key'] = key;
    if (isPrivate) Object.assign(more, PRIVATE_HEADERS, { 'Cache-Control': more['Cache-Control'] ?? 'no-store' });
    else if (cors && headers.origin !== undefined) Object.assign(more, corsHeaders(this.origins.allowed, headers));
    // The length is set here, since the body is not sent.
    if (method === 'HEAD' && (typeof outcome.body === 'string' || outcome.body instanceof Uint8Array))
      more['Content-Length'] = String(Buffer.byteLength(outcome.body));
    const { time } = this.ports.engine;
    if (!time.isRealTime) more['Date'] ??= new Date(epochMilliseconds(time.now())).toUTCString();
    // Most responses have only a content type and share one headers object.
    if (outcome.type === JSON_TYPE && Object.keys(more).length === 0) return PLAIN_HEADERS;
    return Object.assign({ 'Content-Type': outcome.type }, more);
  }
}

/**
 * Returns the body to send. Node sends a string together with the headers as UTF-8, which would change a non-ASCII idempotency
 * key; with such a key the body is sent as bytes.
 */
function bodyBeside({ headers }: Exchange, { body }: Outcome): Outcome['body'] {
  return typeof body === 'string' && /[^\x00-\x7f]/.test(headers.idempotencyKey ?? '') ? Buffer.from(body) : body;
}

/** The outcome of a connection closed without a response. A caller in the same process gets its status. */
const NOTHING: Outcome = { status: 499, type: JSON_TYPE, body: null };

/** Shown in the traffic log only. */
function goneOutcome(): Outcome {
  return {
    ...errorOutcome(new ApiError('invalid_request', 'The client disconnected.', { decision: null })),
    status: 499,
  };
}

/** Prevents content sniffing and embedding by other origins. */
const PRIVATE_HEADERS = { 'X-Content-Type-Options': 'nosniff', 'Cross-Origin-Resource-Policy': 'same-origin' } as const;

function isLogged(exchange: Exchange): boolean {
  const { logged } = ACCESS_POLICIES[exchange.access];
  return logged === 'all' || (logged === 'changes' && !isRead(exchange));
}

/** Escapes a text for a header: printable ASCII only. */
function headerText(text: string): string {
  const ascii = text
    .slice(0, WARNINGS_LENGTH + 1)
    .replace(/[^\x20-\x7e]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return ascii.length > WARNINGS_LENGTH ? `${ascii.slice(0, WARNINGS_LENGTH)}...` : ascii;
}
