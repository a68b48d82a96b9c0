import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import type { Origin } from '../../shared/contract/emulator/rows.ts';
import type { Endpoint } from '../../shared/http/endpoint.ts';
import type { Caller } from '../../shared/model/access.ts';
import type { Micros } from '../../shared/model/timestamp.ts';
import type { EnvironmentDefinition } from '../engine/definitions.ts';
import type { Call, FoundWebhook } from '../engine/engine.ts';
import { readHeaders, type HeaderFacts } from './header-facts.ts';
import type { Outcome } from './outcome.ts';
import type { WebhookContext } from './handler.ts';

export type HonoContext = Context<{ Bindings: Partial<HttpBindings> }>;

/** The Node objects of a request, when there is a socket; an application called in process has none, nor an environment. */
export function nodeOf(context: HonoContext): Partial<HttpBindings> {
  return orNone(context.env);
}

function orNone(env: Partial<HttpBindings> | undefined): Partial<HttpBindings> {
  return env ?? {};
}

/** What a request made, named or concerned. */
export interface Made {
  runID: string;
  sessionID: string;
  promptID: string;
}

/** Where and when a request came in. */
export interface Arrival {
  readonly context: HonoContext;
  readonly endpoint: Endpoint | undefined;
  /** Its place in the traffic log. */
  readonly number: number;
  readonly trafficID: string;
  readonly at: Micros;
  /** Milliseconds of the monotonic clock. */
  readonly startedAt: number;
  readonly environment: (named: string | undefined, caller: Caller) => EnvironmentDefinition;
}

/**
 * One request on its way to its answer, and afterwards its entry in the traffic log: it keeps references only, and
 * whatever is shown of them is made when somebody looks.
 */
export class Exchange implements WebhookContext {
  readonly number: number;
  readonly trafficID: string;
  readonly at: Micros;
  readonly startedAt: number;
  readonly endpoint: Endpoint | undefined;
  readonly method: string;
  readonly path: string;
  /** With its `?`; "" when there is none. */
  readonly search: string;
  /** Names and values as they alternate on the wire. */
  readonly rawHeaders: readonly string[];
  readonly facts: HeaderFacts;
  readonly warnings: string[] = [];
  readonly made: Made = { runID: '', sessionID: '', promptID: '' };
  bytes: Buffer = NO_BYTES;
  outcome: Outcome | undefined;
  milliseconds = 0;
  /** The request whose answer was repeated. */
  replayOf = '';
  answerHeaders: Record<string, string> | undefined;
  #caller: Caller | undefined;
  #webhook: FoundWebhook | undefined;
  #environmentNamed: string | undefined;
  #outgoing: HttpBindings['outgoing'] | undefined;
  #environment: Arrival['environment'] | undefined;

  constructor(arrival: Arrival) {
    const { context, endpoint } = arrival;
    const { url, start } = located(context.req.url);
    const question = url.indexOf('?', start);
    this.number = arrival.number;
    this.trafficID = arrival.trafficID;
    this.at = arrival.at;
    this.startedAt = arrival.startedAt;
    this.endpoint = endpoint;
    this.method = context.req.method;
    this.path = question === -1 ? url.slice(start) : url.slice(start, question);
    this.search = question === -1 ? '' : url.slice(question);
    const { incoming, outgoing } = nodeOf(context);
    this.rawHeaders = incoming?.rawHeaders ?? [...context.req.raw.headers].flat();
    this.facts = readHeaders(this.rawHeaders);
    // In process there is no Host header: the address that was asked for stands for it.
    if (incoming === undefined) this.facts.host ??= new URL(context.req.url).host;
    this.#outgoing = outgoing;
    this.#environment = arrival.environment;
  }

  /** Whether the client is gone, so that nobody hears the answer. */
  get isAbandoned(): boolean {
    return this.#outgoing?.destroyed === true;
  }

  get base(): string {
    return `http://${this.facts.host ?? ''}`;
  }

  get caller(): Caller {
    if (this.#caller === undefined) throw new Error('a handler is called only after somebody was admitted');
    return this.#caller;
  }

  get callerID(): string {
    return this.#caller?.userID ?? '';
  }

  get webhook(): FoundWebhook {
    if (this.#webhook === undefined) throw new Error('only a webhook has one');
    return this.#webhook;
  }

  /** The webhook's slug and task, for the traffic log. */
  get webhookCalled(): FoundWebhook | undefined {
    return this.#webhook;
  }

  get call(): Call {
    return { caller: this.caller, origin: this.origin, warn: (sentence) => this.warnings.push(sentence) };
  }

  get origin(): Origin {
    const kind = this.#webhook !== undefined ? 'webhook' : this.endpoint?.access === 'key' ? 'api' : 'window';
    return { kind, trafficID: kind === 'window' ? '' : this.trafficID, webhook: this.#webhook?.slug ?? '' };
  }

  admit(caller: Caller, webhook?: FoundWebhook): void {
    this.#caller = caller;
    this.#webhook = webhook;
  }

  nameEnvironment(named: string | undefined): void {
    this.#environmentNamed = named;
  }

  // What handlers get are bound functions on demand, so that they may take them apart.
  get environment() {
    return (named = this.#environmentNamed): EnvironmentDefinition => {
      if (this.#environment === undefined) throw new Error('the request has been answered');
      return this.#environment(named, this.caller);
    };
  }

  get concerns() {
    return (made: Partial<Made>): void => void Object.assign(this.made, made);
  }

  get setHeader() {
    return (name: string, value: string): void => {
      this.answerHeaders = { ...this.answerHeaders, [name]: value };
    };
  }

  get cutOff() {
    const outgoing = this.#outgoing;
    return (): void => void outgoing?.destroy();
  }

  /** Lets go of everything that the traffic log does not need. */
  close(outcome: Outcome, milliseconds: number): void {
    this.outcome = outcome;
    this.milliseconds = milliseconds;
    this.#outgoing = undefined;
    this.#environment = undefined;
  }
}

const NO_BYTES = Buffer.alloc(0);

/** Where the path begins in an absolute URL, cut at its fragment. */
function located(url: string): { url: string; start: number } {
  const hash = url.indexOf('#');
  const start = url.indexOf('/', url.indexOf('//') + 2);
  return { url: hash === -1 ? url : url.slice(0, hash), start };
}
