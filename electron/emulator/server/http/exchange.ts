import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import type { Origin } from '../../../../shared/contract/emulator/rows.ts';
import type { Endpoint } from '../../../../shared/http/endpoint.ts';
import type { ApiError } from '../../../../shared/http/errors.ts';
import type { Caller } from '../../../../shared/model/access.ts';
import type { Call as NumberedCall } from '../../../../shared/model/call.ts';
import type { RunStatus } from '../../../../shared/model/status.ts';
import type { Micros, MonotonicMilliseconds } from '../../../../shared/values/timestamp.ts';
import type { EnvironmentDefinition } from '../../engine/definitions/definitions.ts';
import type { Call } from '../../engine/context/call.ts';
import type { WebhookMatch } from '../../engine/resources/webhooks.ts';
import type { RequestAccess } from '../access/access-policy.ts';
import { readHeaders, type RequestHeaders } from '../request/request-headers.ts';
import type { IncomingRequest } from '../request/target.ts';

/** The fault of a request, for the traffic log. */
interface FaultRecord {
  readonly slug: string;
  readonly kind: string;
  /** Status of the answer without the fault; null when nothing was executed. */
  readonly instead: number | null;
}

/** IDs of entities that a request created, named or affected. */
export interface RelatedIds {
  runID: string;
  sessionID: string;
  promptID: string;
}

/** A run with its status in a response. */
export interface ShownRun {
  readonly id: string;
  readonly status: RunStatus;
}

/** Entities of a request, and the runs in its response. */
interface RelatedEntities extends RelatedIds {
  /** Status of the run in the response; "" when it shows none. Only `runs/get` shows one. */
  runStatus: RunStatus | '';
  /** Runs in the response of `runs/list`. */
  listedRuns: readonly ShownRun[];
  /** True when the list has items after the page in the response. */
  hasMore: boolean;
}

/** Start time of a request and its number in the traffic log. */
interface RequestStart {
  readonly number: number;
  /** Prefix of the number in traffic IDs. */
  readonly prefix: string;
  readonly at: Micros;
  readonly startedAt: MonotonicMilliseconds;
}

/** Endpoint of a request, if there is one, and the access that decides who may send it. */
export interface RequestRoute {
  readonly endpoint: Endpoint | undefined;
  readonly access: RequestAccess;
}

/** The headers of a request as it arrives. */
export function arrivedHeaders({ target, rawHeaders, outgoing }: IncomingRequest): RequestHeaders {
  const headers = readHeaders(rawHeaders);
  // A target in absolute form overrides the Host header (RFC 9112 3.2.2); in process there may be none.
  if (target.authority !== undefined && (outgoing !== undefined || headers.host === undefined))
    headers.host = target.authority;
  return headers;
}

/** A request's headers, its start, and whether it may be served and kept. */
export interface Arrival {
  readonly headers: RequestHeaders;
  readonly start: RequestStart;
  /** The error of the guard; `undefined` for a request to serve. */
  readonly refusal: ApiError | undefined;
  /** False for a refused request that may come from a page of another site: nothing of it is kept. */
  readonly isKept: boolean;
}

/** Returns the environment of a request. */
type FindEnvironment = (named: string | undefined, caller: Caller) => EnvironmentDefinition;

/** A request and its state until the response is sent; the context of its handler. */
export class Exchange {
  readonly start: RequestStart;
  readonly refusal: Arrival['refusal'];
  readonly isKept: boolean;
  readonly endpoint: Endpoint | undefined;
  readonly access: RequestAccess;
  readonly method: string;
  /** Normalised; as sent when the target cannot be parsed. */
  readonly path: string;
  /** Includes the `?`; "" when there is none. */
  readonly search: string;
  /** The target as sent, when it was not normalised. */
  readonly sentAs: string | undefined;
  /** Names and values alternate, as on the wire. */
  readonly rawHeaders: readonly string[];
  readonly headers: RequestHeaders;
  /** The response of Node; `undefined` in process. */
  readonly outgoing: ServerResponse | undefined;
  /** Stream of the body, for an endpoint that takes a stream; null without a body. */
  readonly source: Readable | null;
  /** Body with `Content-Encoding` decoded. */
  bytes: Buffer = NO_BYTES;
  /** Body as text, once it is read as one. */
  text: string | undefined;
  runID = '';
  sessionID = '';
  promptID = '';
  runStatus: RunStatus | '' = '';
  listedRuns: readonly ShownRun[] = NO_RUNS;
  hasMore = false;
  /** Index among the requests in progress, for the clock's `Activity`. */
  activeIndex = -1;
  /** Traffic ID of the request whose response is repeated; "" for none. */
  replayOf = '';
  /** Its call, while a schedule is applied. */
  numbered: NumberedCall | undefined;
  /** Slug of its task, once faults have looked at it; `undefined` for a request about none. */
  task: string | undefined;
  /** The fault of the request. */
  fault: FaultRecord | undefined;
  responseHeaders: Record<string, string> | undefined;
  #warnings: string[] | undefined;
  #caller: Caller | undefined;
  #webhook: WebhookMatch | undefined;
  #environmentNamed: string | undefined;
  readonly #findEnvironment: FindEnvironment;

  constructor(
    { method, target, rawHeaders, body, outgoing }: IncomingRequest,
    { endpoint, access }: RequestRoute,
    { headers, start, refusal, isKept }: Arrival,
    findEnvironment: FindEnvironment,
  ) {
    this.start = start;
    this.refusal = refusal;
    this.isKept = isKept;
    this.endpoint = endpoint;
    this.access = access;
    this.method = method;
    this.source = endpoint?.takesStream === true ? body : null;
    this.path = target.path;
    this.search = target.search;
    this.sentAs = target.sentAs;
    this.rawHeaders = rawHeaders;
    this.headers = headers;
    this.outgoing = outgoing;
    this.#findEnvironment = findEnvironment;
  }

  get trafficID(): string {
    return this.start.prefix + String(this.start.number);
  }

  get warnings(): readonly string[] {
    return this.#warnings ?? NO_WARNINGS;
  }

  warn(sentence: string): void {
    this.#warnings ??= [];
    this.#warnings.push(sentence);
  }

  /** Remote address; "" in process. */
  get address(): string {
    return this.outgoing?.req.socket.remoteAddress ?? '';
  }

  /** Port that the server listens on; 0 in process. */
  get localPort(): number {
    return this.outgoing?.req.socket.localPort ?? 0;
  }

  /** Port of the client; 0 in process. */
  get remotePort(): number {
    return this.outgoing?.req.socket.remotePort ?? 0;
  }

  /** Base URL that the client used, such as `http://127.0.0.1:4100`. */
  get base(): string {
    return `http://${this.headers.host ?? ''}`;
  }

  get caller(): Caller {
    if (this.#caller === undefined) throw new Error('a handler is called only after somebody was admitted');
    return this.#caller;
  }

  get callerID(): string {
    return this.#caller?.userID ?? '';
  }

  get webhook(): WebhookMatch {
    if (this.#webhook === undefined) throw new Error('only a webhook has one');
    return this.#webhook;
  }

  /** The called webhook, for the traffic log. */
  get webhookCalled(): WebhookMatch | undefined {
    return this.#webhook;
  }

  /** Caller, origin and warnings, as passed to the engine. */
  get call(): Call {
    return { caller: this.caller, origin: this.origin, warn: (sentence) => this.warn(sentence) };
  }

  get origin(): Origin {
    const kind = this.#webhook !== undefined ? 'webhook' : this.endpoint?.access === 'key' ? 'api' : 'window';
    return { kind, trafficID: kind === 'window' ? '' : this.trafficID, webhook: this.#webhook?.slug ?? '' };
  }

  setCaller(caller: Caller, webhook?: WebhookMatch): void {
    this.#caller = caller;
    this.#webhook = webhook;
  }

  nameEnvironment(named: string | undefined): void {
    this.#environmentNamed = named;
  }

  // Handlers get bound functions, so that they may destructure them.

  /** Returns the environment that the request names (decision `env-selection`), or the one named here. */
  get environment() {
    return (named = this.#environmentNamed): EnvironmentDefinition => {
      return this.#findEnvironment(named, this.caller);
    };
  }

  /** Sets the entities that the request created, named or affected, and the statuses of runs in its response. */
  get setRelatedIds() {
    return (related: Partial<RelatedEntities>): void => void Object.assign(this, related);
  }

  get setHeader() {
    return (name: string, value: string): void => {
      this.responseHeaders = { ...this.responseHeaders, [name]: value };
    };
  }

  /** False when the client has disconnected. */
  get isClientConnected() {
    const { outgoing } = this;
    return (): boolean => outgoing?.destroyed !== true;
  }

  /** Calls the listener when the client disconnects; returns a function that removes it. */
  get onDisconnect() {
    const { outgoing } = this;
    return (call: () => void): (() => void) => {
      if (outgoing?.destroyed === true) call();
      outgoing?.once('close', call);
      return () => void outgoing?.off('close', call);
    };
  }

  /** Resets the connection. */
  reset(): void {
    this.outgoing?.req.socket.resetAndDestroy();
  }

  /** Closes the connection at once. */
  get disconnect() {
    const { outgoing } = this;
    return (): void => void outgoing?.destroy();
  }
}

const NO_BYTES = Buffer.alloc(0);
const NO_WARNINGS: readonly string[] = [];
const NO_RUNS: readonly ShownRun[] = [];
