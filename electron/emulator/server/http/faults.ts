import type { Release } from '../../../../shared/contract/emulator/held-requests.ts';
import { RUN_MAKERS, type Operation } from '../../../../shared/registry/operations.ts';
import { ApiError } from '../../../../shared/http/errors.ts';
import type { Json } from '../../../../shared/values/json.ts';
import type { EnvironmentDefinition } from '../../engine/definitions/definitions.ts';
import { errorAnswer, type FaultAnswer, type FaultEffect, type FaultPlan } from '../../lab/fault-plan.ts';
import type { FaultRequest } from '../../lab/fault-request.ts';
import type { ArrivedRequest } from '../../lab/faults.ts';
import { parseJson } from '../request/parse-json.ts';
import { parseQuery } from '../request/target.ts';
import { limitsOf } from './body-value.ts';
import type { Exchange } from './exchange.ts';
import { ALREADY_SENT, type HttpResponse } from './http-response.ts';
import { operationOf } from './operation-of.ts';
import type { Outcome } from './outcome.ts';
import type { RequestPipeline } from './request-pipeline.ts';
import { sendSlowly } from './slow-answer.ts';
import { MAX_HELD, MAX_HELD_BYTES } from './waits.ts';

/** Counts a request whose body has been read, and plans what faults do to it; `undefined` for one without an operation. */
export function arrivedRequest(pipeline: RequestPipeline, exchange: Exchange): ArrivedRequest | undefined {
  const operation = exchange.endpoint && operationOf(exchange.endpoint);
  if (operation === undefined) return undefined;
  const arrived = pipeline.ports.lab.faults.arrive(faultRequest(pipeline, exchange, operation));
  exchange.numbered = arrived.call;
  exchange.task = arrived.task;
  return arrived;
}

/** Reads the facts of a request that faults may match. */
function faultRequest(pipeline: RequestPipeline, exchange: Exchange, operation: Operation): FaultRequest {
  const { headers } = exchange;
  const query = parseQuery(exchange.search).given;
  return {
    operation,
    apiKey: headers.apiKey ?? '',
    idempotencyKey: headers.idempotencyKey ?? '',
    headers: headersOf(exchange),
    request: exchange.endpoint?.body === undefined ? query : bodyOf(exchange),
    environment: () => environmentOf(pipeline, exchange, query['envSlug']),
    webhookTask: exchange.webhookCalled?.taskID,
    callingRun: exchange.caller.runID,
  };
}

function headersOf({ rawHeaders }: Exchange): ReadonlyMap<string, string> {
  const headers = new Map<string, string>();
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    const name = (rawHeaders[i] ?? '').toLowerCase();
    const before = headers.get(name);
    headers.set(name, before === undefined ? (rawHeaders[i + 1] ?? '') : `${before}, ${rawHeaders[i + 1] ?? ''}`);
  }
  return headers;
}

/** Parses the body; null when it is invalid, which is reported later. */
function bodyOf({ bytes, endpoint }: Exchange): Json {
  if (endpoint === undefined) return null;
  try {
    return parseJson(bytes, limitsOf(endpoint)) ?? {};
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}

function environmentOf(
  { ports }: RequestPipeline,
  { webhookCalled, headers, caller }: Exchange,
  inQuery: string | undefined,
): EnvironmentDefinition | undefined {
  if (webhookCalled !== undefined) return webhookCalled.environment;
  try {
    return ports.engine.access.environment(headers.environmentID ?? headers.environmentSlug ?? inQuery, caller);
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

/** A faulted request in progress. */
interface Faulted {
  readonly pipeline: RequestPipeline;
  readonly exchange: Exchange;
  readonly plan: FaultPlan;
  /** Processes the request, with its idempotency key; returns the answer of the service. */
  readonly process: (whenDone: (outcome: Outcome) => void) => Outcome | Promise<Outcome>;
}

/** Serves a request with its faults (lab, "Faults"), of which the handler knows nothing. */
export async function serveFaulted(faulted: Faulted): Promise<HttpResponse> {
  const { plan } = faulted;
  const wait = plan.delayMilliseconds;
  recordFault(faulted, null);
  if (wait > 0 && !(await delayed(faulted, wait))) return drop(faulted);
  return applyEffect(plan.effect.type, faulted, plan.effect);
}

function applyEffect<Type extends FaultEffect['type']>(
  type: Type,
  faulted: Faulted,
  effect: Extract<FaultEffect, { type: Type }>,
): Promise<HttpResponse> {
  return EFFECTS[type](faulted, effect);
}

/** Delays a request; false when the client has disconnected, the server stops, or too many are delayed. */
async function delayed({ pipeline: { waits }, exchange }: Faulted, milliseconds: number): Promise<boolean> {
  const release = waits.hold(exchange.bytes.length);
  if (release === undefined) {
    exchange.warn(TOO_MANY);
    return false;
  }
  return waits.wait(milliseconds, exchange.outgoing).finally(release);
}

const TOO_MANY = `Faults hold back ${MAX_HELD} requests or ${MAX_HELD_BYTES / 1_000_000} MB already, so the connection was closed.`;

type EffectHandler<Type extends FaultEffect['type']> = (
  faulted: Faulted,
  effect: Extract<FaultEffect, { type: Type }>,
) => Promise<HttpResponse>;

/** Carries out each effect. To add one, add an entry. */
const EFFECTS: { readonly [Type in FaultEffect['type']]: EffectHandler<Type> } = {
  none: async (faulted) => send(faulted, await executed(faulted)),
  endRun: async (faulted, { end, slug }) => {
    const { pipeline, exchange } = faulted;
    const outcome = await executed(faulted, () => {
      // All other operations only read runs.
      const operation = exchange.endpoint && operationOf(exchange.endpoint);
      if (operation === undefined || !RUN_MAKERS.has(operation)) return;
      const logLine = `The fault "${slug}" makes this run ${end.status}, ${end.afterSeconds} s after it became Active.`;
      pipeline.ports.engine.runs.planEnd(exchange.runID, end, logLine);
    });
    return send(faulted, outcome);
  },
  answer: async (faulted, { answer, isExecuted }) => {
    if (isExecuted) await executed(faulted);
    return send(faulted, outcomeOf(answer));
  },
  truncate: async (faulted, { fraction }) => {
    const outcome = await executed(faulted);
    faulted.exchange.setRelatedIds({ runStatus: '', listedRuns: [] });
    return send(faulted, outcome, fraction);
  },
  lose: async (faulted) => {
    const outcome = await executed(faulted);
    await faulted.pipeline.durable(faulted.exchange, outcome);
    return drop(faulted);
  },
  refuse: (faulted) => Promise.resolve(drop(faulted, true)),
  hold: async (faulted, { fault }) => {
    const { pipeline, exchange } = faulted;
    const answer = fault.after ? await executed(faulted) : undefined;
    const released = await pipeline.held.hold(exchange, fault, answer);
    if (released === 'tooMany') exchange.warn(TOO_MANY);
    if (typeof released === 'string') return drop(faulted);
    const finish = async (): Promise<Outcome> => answer ?? (await executed(faulted));
    if (released.instead === undefined) return send(faulted, await finish());
    return answerInstead(faulted, released.instead, finish);
  },
  hang: async (faulted, { milliseconds }) => {
    // Ended for the clock, since the request has no further effect.
    faulted.pipeline.ports.engine.clock.activity.endRequest(faulted.exchange);
    await delayed(faulted, milliseconds);
    return drop(faulted, true);
  },
};

/** Gives a released request something else than its answer. @param finish executes the request, unless it was executed */
async function answerInstead(
  faulted: Faulted,
  instead: NonNullable<Release['instead']>,
  finish: () => Promise<Outcome>,
): Promise<HttpResponse> {
  const { pipeline, exchange } = faulted;
  if (instead.kind === 'lose') await pipeline.durable(exchange, await finish());
  if (instead.kind === 'error' && instead.after) await finish();
  if (exchange.fault !== undefined)
    exchange.fault = { ...exchange.fault, kind: `${exchange.fault.kind},${instead.kind}` };
  return instead.kind === 'error'
    ? send(faulted, outcomeOf(errorAnswer(instead)))
    : drop(faulted, instead.kind === 'refuse');
}

/** Executes the request, and records the answer that the client would have got. */
async function executed(faulted: Faulted, whenDone: () => void = () => undefined): Promise<Outcome> {
  const outcome = await faulted.process(({ status }) => {
    if (status < 300) whenDone();
  });
  recordFault(faulted, outcome.status);
  return outcome;
}

/** Records the faults of a request. @param instead status of the answer without them; null when nothing was executed */
function recordFault({ exchange, plan: { faults } }: Faulted, instead: number | null): void {
  const slug = faults.map((fault) => fault.slug).join(',');
  exchange.fault = { slug, kind: faults.map(({ kind }) => kind).join(','), instead };
}

function outcomeOf({ status, type, body, headers, error }: FaultAnswer): Outcome {
  return { status, type, body, headers, ...(error === undefined ? {} : { error: { ...error, decision: null } }) };
}

/** Sends an answer at the speed, and up to the part, that the faults set. */
async function send(faulted: Faulted, outcome: Outcome, fraction?: number): Promise<HttpResponse> {
  const { pipeline, exchange, plan } = faulted;
  const { bytesPerSecond } = plan;
  if (bytesPerSecond === null && fraction === undefined) return pipeline.send(exchange, outcome);
  const sent = await sendSlowly(pipeline, exchange, { outcome, bytesPerSecond, fraction });
  if (sent !== undefined) return sent;
  exchange.warn(TOO_MANY);
  return drop(faulted);
}

/** Closes the connection without an answer. */
function drop({ pipeline, exchange }: Faulted, isReset = false): HttpResponse {
  const response = pipeline.sendNothing(exchange);
  if (exchange.outgoing === undefined) return response;
  if (isReset) exchange.reset();
  else exchange.disconnect();
  return ALREADY_SENT;
}
