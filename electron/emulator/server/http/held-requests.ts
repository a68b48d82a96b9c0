import type { HeldRequest, Release } from '../../../../shared/contract/emulator/held-requests.ts';
import { ApiError } from '../../../../shared/http/errors.ts';
import type { FaultOf } from '../../../../shared/model/fault.ts';
import { MAX_HELD_BODY } from '../../../../shared/values/limits.ts';
import { quoteForMessage } from '../../../../shared/values/messages.ts';
import { formatTimestamp, type MachineMicros } from '../../../../shared/values/timestamp.ts';
import type { EngineEvent, MachineClock } from '../../engine/context/ports.ts';
import type { Engine } from '../../engine/create-engine.ts';
import type { Lab } from '../../lab/lab.ts';
import type { Exchange } from './exchange.ts';
import { operationOf } from './operation-of.ts';
import type { Outcome } from './outcome.ts';
import { headerOf, receivedHeaders } from './traffic-format.ts';
import type { TrafficLog } from './traffic-log.ts';
import type { RequestWaits } from './waits.ts';

/** Dependencies of held requests. */
interface HeldPorts {
  readonly clock: MachineClock;
  readonly engine: Pick<Engine, 'clock' | 'time'>;
  readonly lab: Pick<Lab, 'rules' | 'faults' | 'schedule'>;
  readonly emit: (event: EngineEvent) => void;
  readonly subscribe: (listener: (event: EngineEvent) => void) => void;
  /** Masks credentials. */
  readonly traffic: Pick<TrafficLog, 'mask' | 'maskHeaders'>;
}

/** The way in which a request goes on after it was held. */
export type Released = { readonly instead: Release['instead'] } | 'stopped' | 'tooMany';

interface HeldFacts {
  readonly exchange: Exchange;
  readonly fault: FaultOf<'hold'>;
  /** The answer of a request that was executed. */
  readonly answer: Outcome | undefined;
}

interface Held extends HeldFacts {
  readonly since: MachineMicros;
  readonly go: (instead: Release['instead']) => void;
}

/** The requests that faults of kind `hold` keep, until a rule or somebody lets them go. */
export class HeldRequests {
  readonly #ports: HeldPorts;
  readonly #waits: RequestWaits;
  /** By ID of the request, oldest first. */
  readonly #held = new Map<string, Held>();
  readonly #listeners = new Set<() => void>();
  /** Thaws the clock; `undefined` while no held request froze it. */
  #thaw: (() => void) | undefined;

  constructor(ports: HeldPorts, waits: RequestWaits) {
    this.#ports = ports;
    this.#waits = waits;
    const faults = ports.lab.rules.faults;
    ports.subscribe(({ type }) => {
      if (type === 'reset') this.releaseAll();
    });
    faults.subscribe(() => {
      if (this.#held.size === 0) return;
      const enabled = new Set(faults.entries.flatMap(({ id, rule }) => (rule.enabled ? [id] : [])));
      this.#goIf(({ fault }) => !enabled.has(fault.id ?? ''));
    });
  }

  /** Holds a request. Resolves when it is let go, when its client has gone, or at once when its fault waits no longer. */
  async hold(exchange: Exchange, fault: FaultOf<'hold'>, answer?: Outcome): Promise<Released> {
    const { awaited } = this.#ports.lab.faults;
    if (awaited.isAnswered(fault.id ?? '')) return { instead: undefined };
    const end = this.#waits.hold(exchange.bytes.length);
    if (end === undefined) return 'tooMany';
    const { activity } = this.#ports.engine.clock;
    // Nothing but a person or a rule lets it go, so that it is not busy.
    activity.endRequest(exchange);
    try {
      return await this.#until({ exchange, fault, answer });
    } finally {
      activity.beginRequest(exchange);
      end();
    }
  }

  async #until(facts: HeldFacts): Promise<Released> {
    const { exchange, fault } = facts;
    let chosen: Release['instead'];
    const { seconds } = fault;
    const wait = this.#waits.begin(seconds === null ? null : seconds * 1000, exchange.outgoing);
    const go = (instead: Release['instead']): void => {
      chosen = instead;
      wait.end();
    };
    this.#held.set(exchange.trafficID, { ...facts, since: this.#ports.clock.now(), go });
    this.#changed();
    const how = await wait.done;
    this.#held.delete(exchange.trafficID);
    this.#changed();
    if (how === 'over' && fault.until !== undefined) this.#ports.lab.schedule.noteLate(fault.slug);
    // A request whose client has gone is carried out all the same, as by any server that has received it.
    return how === 'stopped' ? 'stopped' : { instead: chosen };
  }

  /** The held requests, oldest first. */
  list(): HeldRequest[] {
    return [...this.#held.values()].map((held) => this.#row(held));
  }

  /** Lets a request go. Throws 404 for one that is not held. */
  release(id: string, { instead }: Release): HeldRequest {
    const held = this.#held.get(id);
    if (held === undefined)
      throw new ApiError('not_found', `The request "${quoteForMessage(id)}" is not held; it may have gone on.`);
    const row = this.#row(held);
    held.go(instead);
    return row;
  }

  /** Lets all requests go, oldest first. */
  releaseAll(): HeldRequest[] {
    const rows = this.list();
    this.#goIf(() => true);
    return rows;
  }

  /** Lets those go that waited for a request that has been answered. @param faults IDs of their faults */
  answered(faults: readonly string[]): void {
    for (const id of faults) this.#ports.lab.faults.awaited.answered(id);
    this.#goIf(({ fault }) => faults.includes(fault.id ?? ''));
  }

  /** Calls the listener when the list changes; returns a function that unsubscribes it. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #goIf(goes: (held: Held) => boolean): void {
    for (const held of this.#held.values()) if (goes(held)) held.go(undefined);
  }

  #changed(): void {
    const freezes = [...this.#held.values()].some(({ fault }) => fault.freezeClock);
    if (freezes) this.#thaw ??= this.#ports.engine.time.freezeBriefly();
    else {
      this.#thaw?.();
      this.#thaw = undefined;
    }
    for (const listener of [...this.#listeners]) listener();
    this.#ports.emit({ type: 'held' });
  }

  #row({ exchange, fault, answer, since }: Held): HeldRequest {
    const { method, path, bytes, trafficID, endpoint, task = null, runID } = exchange;
    const { traffic } = this.#ports;
    const mask = (text: string): string => traffic.mask(text);
    const textOf = (body: Outcome['body'] | Buffer): string =>
      endpoint?.holdsSecrets === true ? '' : mask(bodyText(body)).slice(0, MAX_HELD_BODY);
    // The last part of a webhook's path is its secret.
    const shownPath = endpoint?.access === 'webhook' ? path.replace(/[^/]*$/, '…') : mask(path);
    return {
      id: trafficID,
      operation: (endpoint && operationOf(endpoint)) ?? 'webhook',
      task,
      client: mask(headerOf(exchange, 'user-agent')),
      since: formatTimestamp(since),
      goesOnAt: fault.seconds === null ? null : formatTimestamp(since + Math.round(fault.seconds * 1_000_000)),
      fault: fault.slug,
      after: fault.after,
      ...{ runID, idempotencyKey: mask(exchange.headers.idempotencyKey ?? '') },
      request: {
        ...{ method, path: shownPath, body: textOf(bytes) },
        headers: traffic.maskHeaders(receivedHeaders(exchange.rawHeaders), exchange),
      },
      answer:
        answer === undefined
          ? null
          : {
              ...{ status: answer.status, body: textOf(answer.body) },
              headers: traffic.maskHeaders(
                [['Content-Type', answer.type], ...Object.entries(answer.headers ?? {})],
                exchange,
              ),
            },
    };
  }
}

/** A body as text; '' for one that is a stream. */
function bodyText(body: Outcome['body'] | Buffer): string {
  if (typeof body === 'string') return body;
  return body === null || body instanceof ReadableStream ? '' : Buffer.from(body).toString('utf8');
}
