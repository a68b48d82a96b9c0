import { ApiError } from '../../../../shared/http/errors.ts';
import { StoppedError } from '../../slices/slices.ts';
import { ACCESS_POLICIES } from '../access/access-policy.ts';
import { Admin } from '../access/admin.ts';
import { corsHeaders } from '../access/cors.ts';
import { Exchange, type HonoContext, type RequestRoute } from './exchange.ts';
import { RequestGuard } from '../access/guard.ts';
import { LightResponse } from './light-response.ts';
import { asApiError, errorOutcome, JSON_TYPE, type Outcome } from './outcome.ts';
import type { ServerPorts } from './ports.ts';
import { RateLimit } from '../access/rate-limit.ts';
import type { TrafficLog } from './traffic-log.ts';
import { WriteGate } from './write-gate.ts';
import { messageOf } from '../../../../shared/values/message-of.ts';

const WARNINGS_LENGTH = 4000;

/** Where requests come in and answers go out, whatever is asked: nothing leaves before what it tells is durable. */
export class RequestPipeline {
  readonly ports: ServerPorts;
  readonly traffic: TrafficLog;
  readonly guard: RequestGuard;
  readonly admin: Admin;
  readonly rateLimit = new RateLimit();
  readonly gate = new WriteGate();

  constructor(ports: ServerPorts, traffic: TrafficLog) {
    this.ports = ports;
    this.traffic = traffic;
    this.guard = new RequestGuard(ports.options.allowedHosts, ports.options.corsOrigins);
    this.admin = new Admin(ports.options.adminToken, ports.clock);
  }

  open(context: HonoContext, route: RequestRoute): Exchange {
    const { clock, engine } = this.ports;
    const { traffic } = this;
    const start = {
      number: traffic.nextNumber(),
      prefix: traffic.prefix,
      at: clock.now(),
      startedAt: clock.monotonic(),
    };
    return new Exchange(context, route, start, engine.access.environment);
  }

  /** Sends an answer, as soon as everything that it could tell of is durable. */
  send(exchange: Exchange, outcome: Outcome): Response | Promise<Response> {
    const pending = this.ports.flushed(isRead(exchange));
    if (pending === null) return this.#respond(exchange, outcome);
    return pending.then(
      () => this.#respond(exchange, outcome),
      // A client's mistake stays one, and promises nothing.
      (error: unknown) => this.#respond(exchange, isMistake(outcome) ? outcome : this.#notDurable(error)),
    );
  }

  /** Sends the error that a thrown value stands for. */
  sendError(exchange: Exchange, thrown: unknown): Response | Promise<Response> {
    return this.send(exchange, this.errorOutcome(thrown));
  }

  /** Logs a request whose client went away before it had said everything. Nobody hears the answer. */
  sendGone(exchange: Exchange): Response {
    return this.#respond(exchange, goneOutcome());
  }

  errorOutcome(thrown: unknown): Outcome {
    if (thrown instanceof StoppedError) return goneOutcome();
    return errorOutcome(asApiError(thrown, this.ports.fault));
  }

  #notDurable(error: unknown): Outcome {
    // The state says once by itself that its disk refuses: at every request it would fill the log.
    if (!(error instanceof ApiError)) this.ports.fault(error);
    const reason = messageOf(error);
    return errorOutcome(
      new ApiError('internal', `The state could not be written to disk, so nothing is promised: ${reason}`),
    );
  }

  #respond(exchange: Exchange, outcome: Outcome): Response {
    const headers = this.#headersOf(exchange, outcome);
    if (isLogged(exchange)) {
      const milliseconds = this.ports.clock.monotonic() - exchange.start.startedAt;
      this.traffic.add(exchange, outcome, { headers, milliseconds, isDelivered: !exchange.isClientGone });
    }
    return new LightResponse(bodyBeside(exchange, outcome), { status: outcome.status, headers });
  }

  #headersOf(exchange: Exchange, outcome: Outcome): Readonly<Record<string, string>> {
    const { headers, method, access, warnings, responseHeaders: ownHeaders } = exchange;
    const { isPrivate, cors } = ACCESS_POLICIES[access];
    // Most answers have no more than their type, and get no object of their own.
    let more: Readonly<Record<string, string>> | undefined = outcome.headers;
    if (ownHeaders !== undefined) more = { ...more, ...ownHeaders };
    if (warnings.length > 0) more = { ...more, 'X-Hangar-Warning': headerText(warnings.join('; ')) };
    const key = headers.idempotencyKey;
    if (key !== undefined && key !== '' && (method === 'POST' || method === 'PATCH'))
      more = { ...more, 'Idempotency-Key': key };
    if (isPrivate) more = { 'Cache-Control': 'no-store', ...more, ...PRIVATE_HEADERS };
    else if (cors && headers.origin !== undefined)
      more = { ...more, ...corsHeaders(this.ports.options.corsOrigins, headers) };
    // The adapter counts what it sends; of an answer without its body it cannot.
    if (method === 'HEAD' && (typeof outcome.body === 'string' || outcome.body instanceof Uint8Array))
      more = { ...more, 'Content-Length': String(Buffer.byteLength(outcome.body)) };
    if (more === undefined && outcome.type === JSON_TYPE) return PLAIN_HEADERS;
    return { 'Content-Type': outcome.type, ...more };
  }
}

/**
 * The body of an answer. Node sends a text together with the headers, in UTF-8, which would change the bytes of a key beyond
 * ASCII; beside such a key it is sent as bytes.
 */
function bodyBeside({ headers }: Exchange, { body }: Outcome): Outcome['body'] {
  return typeof body === 'string' && /[^\x00-\x7f]/.test(headers.idempotencyKey ?? '') ? Buffer.from(body) : body;
}

/** Nobody hears it; the traffic log shows it. */
function goneOutcome(): Outcome {
  return { ...errorOutcome(new ApiError('invalid_request', 'The client went away.')), status: 499 };
}

/** Those of most answers; one object for all, since the traffic log keeps them. */
const PLAIN_HEADERS: Readonly<Record<string, string>> = Object.freeze({ 'Content-Type': JSON_TYPE });

/** Never read as another type, nor by a page of another origin. */
const PRIVATE_HEADERS = { 'X-Content-Type-Options': 'nosniff', 'Cross-Origin-Resource-Policy': 'same-origin' } as const;

function isLogged({ access, method }: Exchange): boolean {
  const { logged } = ACCESS_POLICIES[access];
  return logged === 'all' || (logged === 'changes' && method !== 'GET' && method !== 'HEAD');
}

/** A sentence as a header may carry it: printable ASCII, escapes for the rest. */
function headerText(text: string): string {
  const ascii = text
    .slice(0, WARNINGS_LENGTH + 1)
    .replace(/[^\x20-\x7e]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return ascii.length > WARNINGS_LENGTH ? `${ascii.slice(0, WARNINGS_LENGTH)}...` : ascii;
}

function isRead({ method }: Exchange): boolean {
  return method === 'GET' || method === 'HEAD';
}

function isMistake({ status }: Outcome): boolean {
  return status >= 400 && status < 500;
}
