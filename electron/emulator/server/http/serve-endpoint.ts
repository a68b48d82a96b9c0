import type { Endpoint } from '../../../../shared/http/endpoint.ts';
import { ApiError } from '../../../../shared/http/errors.ts';
import { isRead } from '../../../../shared/http/request-parts.ts';
import { Problems } from '../../../../shared/http/problems.ts';
import { AUTHENTICATORS, type PathParams, assertEnvironmentAllowed } from './authenticate.ts';
import { readBody, readFileBody } from '../request/body.ts';
import { readBodyValue } from './body-value.ts';
import type { FaultPlan } from '../../lab/fault-plan.ts';
import type { RequestPipeline } from './request-pipeline.ts';
import type { Exchange } from './exchange.ts';
import type { HttpResponse } from './http-response.ts';
import { ACCEPTED, type AnyHandler, type FileAnswer, GzipFile } from './handler.ts';
import { JsonPieces } from '../request/json-text.ts';
import {
  fileOutcome,
  gzipOutcome,
  JSON_TYPE,
  jsonOutcome,
  jsonStreamOutcome,
  streamOutcome,
  type Outcome,
} from './outcome.ts';
import { parseQuery, type Query, type IncomingRequest } from '../request/target.ts';
import type { Operation } from '../../../../shared/registry/operations.ts';
import { arrivedRequest, serveFaulted } from './faults.ts';
import { operationOf } from './operation-of.ts';
import { processOnce } from './idempotency.ts';
import { ignoredNames, check } from '../request/validate.ts';
import { quoteForMessage } from '../../../../shared/values/messages.ts';

/** An endpoint with all data prepared before the first request. */
interface EndpointService {
  readonly pipeline: RequestPipeline;
  readonly endpoint: Endpoint;
  readonly handler: AnyHandler;
  /** Known query parameters. */
  readonly knownQuery: ReadonlySet<string>;
  /** False when any others may be given, as in the URLs of webhooks. */
  readonly judgesUnknown: boolean;
  readonly takesEnvironment: boolean;
  /** Operation, for faults. */
  readonly operation: Operation | undefined;
  /** Cache of parsed queries, by their text. */
  readonly queries: Map<string, ParsedQuery>;
}

/** A parsed query. */
interface ParsedQuery {
  readonly given: Query;
  readonly checked: unknown;
  /** Parameters that the endpoint does not know. */
  readonly unknown: readonly string[];
}

/** Serves a request of one endpoint. */
export type Serve = (incoming: IncomingRequest, params: PathParams) => HttpResponse | Promise<HttpResponse>;

const MAX_CACHED_QUERIES = 200;
/** Queries longer than this are not cached. */
const MAX_CACHED_LENGTH = 500;

/**
 * Returns the function that serves an endpoint. The order of checks is that of decision `errors`; the router has checked path
 * and method. Results that are available in this turn of the event loop are returned without a promise, which keeps reads
 * fast.
 */
export function serveEndpoint(pipeline: RequestPipeline, endpoint: Endpoint, handler: AnyHandler): Serve {
  const takesEnvironment = endpoint.decisions?.includes('env-selection') === true;
  const known = [...Object.keys(endpoint.query?.shape ?? {}), ...(takesEnvironment ? ['envSlug'] : [])];
  const service: EndpointService = {
    pipeline,
    endpoint,
    handler,
    knownQuery: new Set(known),
    judgesUnknown: endpoint.access === 'key' || endpoint.access === 'emulator',
    takesEnvironment,
    operation: operationOf(endpoint),
    queries: new Map(),
  };
  const route = { endpoint, access: endpoint.access };
  return (incoming, params) =>
    pipeline.serve(incoming, route, (exchange) => answerOf(service, exchange, { params, incoming }));
}

interface Arrived {
  readonly params: PathParams;
  readonly incoming: IncomingRequest;
}

function answerOf(
  service: EndpointService,
  exchange: Exchange,
  arrived: Arrived,
): HttpResponse | Promise<HttpResponse> {
  const { pipeline, endpoint } = service;
  const refusal = AUTHENTICATORS[endpoint.access](pipeline, exchange, arrived.params);
  if (refusal !== undefined) return refusal;
  if (endpoint.body !== undefined || mayHaveFault(service)) return serveBody(service, exchange, arrived);
  const outcome = processRequest(service, exchange, arrived.params);
  return outcome instanceof Promise
    ? outcome.then((ready) => pipeline.send(exchange, ready))
    : pipeline.send(exchange, outcome);
}

async function serveBody(
  service: EndpointService,
  exchange: Exchange,
  { params, incoming }: Arrived,
): Promise<HttpResponse> {
  const { pipeline, endpoint } = service;
  if (endpoint.body !== undefined) {
    const { maxBodyBytes: limit } = endpoint;
    exchange.bytes =
      limit === undefined
        ? await readBody(incoming.body, exchange.headers, pipeline.rules.maxBodyBytes())
        : await readFileBody(incoming.body, exchange.headers, limit);
  }
  const arrived = mayHaveFault(service) ? arrivedRequest(pipeline, exchange) : undefined;
  const answer = answerArrived(service, exchange, { params, plan: arrived?.plan });
  if (arrived === undefined || arrived.awaitedBy.length === 0) return answer;
  return answer.finally(() => pipeline.held.answered(arrived.awaitedBy));
}

async function answerArrived(
  service: EndpointService,
  exchange: Exchange,
  { params, plan }: { readonly params: PathParams; readonly plan: FaultPlan | undefined },
): Promise<HttpResponse> {
  const { pipeline } = service;
  const process = () => processRequest(service, exchange, params);
  if (plan !== undefined) {
    const processWith = (whenDone: WhenDone) =>
      processIdempotently(pipeline, exchange, () => afterwards(process(), whenDone));
    return serveFaulted({ pipeline, exchange, plan, process: processWith });
  }
  const outcome = processIdempotently(pipeline, exchange, process);
  return pipeline.send(exchange, outcome instanceof Promise ? await outcome : outcome);
}

/** True when a fault may match the operation. */
function mayHaveFault({ operation, pipeline }: EndpointService): boolean {
  return operation !== undefined && pipeline.ports.lab.faults.concerns(operation);
}

type WhenDone = (outcome: Outcome) => void;

/** Calls `whenDone` in the turn of the outcome, so that its effects become durable together. */
function afterwards(outcome: Outcome | Promise<Outcome>, whenDone: WhenDone): Outcome | Promise<Outcome> {
  if (outcome instanceof Promise) return outcome.then((ready) => afterwards(ready, whenDone));
  whenDone(outcome);
  return outcome;
}

/** Processes a request, or repeats the response of an earlier one with the same idempotency key. */
function processIdempotently(
  pipeline: RequestPipeline,
  exchange: Exchange,
  process: () => Outcome | Promise<Outcome>,
): Outcome | Promise<Outcome> {
  return isIdempotent(exchange) ? processOnce(pipeline, exchange, process) : process();
}

/** True when the response is stored for later requests with the same idempotency key: POST and PATCH on `/v0`. */
function isIdempotent({ endpoint, headers, method }: Exchange): boolean {
  const { access } = endpoint ?? {};
  return (
    (access === 'key' || access === 'webhook') &&
    (method === 'POST' || method === 'PATCH') &&
    (headers.idempotencyKey ?? '') !== ''
  );
}

/** Parses the input, calls the handler and writes its result. Errors become outcomes; never throws. */
function processRequest(service: EndpointService, exchange: Exchange, params: PathParams): Outcome | Promise<Outcome> {
  const { pipeline } = service;
  try {
    if (pipeline.gate.closed !== null && !isRead(exchange)) {
      return pipeline.gate.closed.then(() => processRequest(service, exchange, params));
    }
    const given = callHandler(service, exchange, parseInput(service, exchange, params));
    const outcome =
      given instanceof Promise
        ? given.then((answer: unknown) => writeResult(service, answer))
        : writeResult(service, given);
    return outcome instanceof Promise ? outcome.catch((error: unknown) => pipeline.errorOutcome(error)) : outcome;
  } catch (error) {
    return pipeline.errorOutcome(error);
  }
}

/** Calls the handler, unless it may change state that cannot be saved. Open endpoints change no saved state. */
function callHandler(
  { pipeline, endpoint, handler }: EndpointService,
  exchange: Exchange,
  input: Parameters<AnyHandler>[0],
): unknown {
  if (endpoint.concerns !== undefined)
    assertEnvironmentAllowed(pipeline.ports.engine, endpoint, exchange, input.body ?? input.query);
  if (!isRead(exchange) && endpoint.access !== 'open') pipeline.ports.assertWritable();
  return handler(input, exchange);
}

/** Response writers by format. A handler's type guarantees the format of its result. */
const WRITERS = {
  json: (given: unknown = {}, report: Report, status?: number): Outcome | Promise<Outcome> => {
    if (given === ACCEPTED) return { status: 202, type: JSON_TYPE, body: null };
    if (given instanceof JsonPieces) return jsonStreamOutcome(given.stream(report));
    return jsonOutcome(given, status);
  },
  events: (given: unknown): Outcome => streamOutcome(given as ReadableStream<Uint8Array> | null),
  bytes: (given: unknown, report: Report): Outcome =>
    given instanceof GzipFile ? gzipOutcome(given, report) : fileOutcome(given as FileAnswer),
} as const;

/** Reports an error of Hangar that occurs while a response is being sent. */
type Report = (error: unknown) => void;

function writeResult({ endpoint, pipeline }: EndpointService, given: unknown): Outcome | Promise<Outcome> {
  return WRITERS[endpoint.answerFormat ?? 'json'](given, pipeline.ports.reportError, endpoint.successStatus);
}

/** The error of a call without the required key of a run (docs/task-runtime.md, "Calls of a run"). */
const NO_RUN = 'must be called from a run';

function parseInput(service: EndpointService, exchange: Exchange, params: PathParams) {
  const { endpoint, takesEnvironment } = service;
  const problems = new Problems();
  const lacksRun = endpoint.calledFrom === 'run' && exchange.caller.runID === '';
  if (lacksRun) problems.add({ name: '', text: NO_RUN });
  if (exchange.headers.hasTwoIdempotencyKeys === true && isIdempotent(exchange))
    problems.add({ name: 'Idempotency-Key', text: 'is given twice, with different values' }, 'idempotency');
  const query = readQuery(service, exchange.search, problems);
  if (query.unknown.length > 0) reportUnknownParameters(service, exchange, query.unknown, problems);
  if (takesEnvironment) {
    const { environmentID, environmentSlug } = exchange.headers;
    // The order of decision `env-selection`; `engine/access.ts` chooses when the request names none.
    exchange.nameEnvironment(environmentID ?? environmentSlug ?? query.given['envSlug']);
  }
  const input = {
    params: endpoint.params === undefined ? undefined : check(endpoint.params, params, 'path', problems),
    query: query.checked,
    body: readBodyValue(service, exchange, problems),
  };
  if (lacksRun && problems.text() === NO_RUN) throw new ApiError('invalid_request', NO_RUN);
  if (!problems.isEmpty) throw problems.error();
  return input;
}

/** Parses a query. Clients poll, so parsed queries are cached. */
function readQuery(
  { endpoint, knownQuery: known, judgesUnknown, queries }: EndpointService,
  search: string,
  problems: Problems,
): ParsedQuery {
  const parsed = queries.get(search);
  if (parsed !== undefined) return parsed;
  const { given, repeated } = parseQuery(search);
  // One that is not known does no harm twice either (decision `unknown-fields`).
  const twice = [...repeated].filter((name) => known.has(name));
  problems.addAll(twice, (name) => ({ name, text: 'is given more than once', at: ['query', name] }));
  const checked = endpoint.query === undefined ? undefined : check(endpoint.query, given, 'query', problems);
  const unknown = judgesUnknown ? Object.keys(given).filter((name) => !known.has(name)) : [];
  const read = { given, checked, unknown };
  if (!problems.isEmpty || search.length > MAX_CACHED_LENGTH) return read;
  if (queries.size === MAX_CACHED_QUERIES) queries.clear();
  queries.set(search, read);
  return read;
}

/** Rejects or ignores unknown query parameters. Decision `unknown-fields`. */
function reportUnknownParameters(
  { pipeline, endpoint: { access } }: EndpointService,
  exchange: Exchange,
  names: readonly string[],
  problems: Problems,
): void {
  if (pipeline.rules.refusesUnknown(access))
    problems.addAll(
      names,
      (name) => ({ name: quoteForMessage(name), text: 'is not a known query parameter', at: ['query', name] }),
      () => 'unknown-fields',
    );
  else for (const sentence of ignoredNames('query parameter', names)) exchange.warn(sentence);
}
