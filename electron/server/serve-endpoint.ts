import type { BodyFormat, Endpoint } from '../../shared/http/endpoint.ts';
import type { Json } from '../../shared/model/json.ts';
import { ADMISSIONS } from './admission.ts';
import { ClientGoneError, readBody, webBody } from './body.ts';
import { isEmulatorPath, type Edge } from './edge.ts';
import { nodeOf, type Exchange, type HonoContext } from './exchange.ts';
import { assertOwnOrigin } from './guard.ts';
import type { FileAnswer } from './handler.ts';
import { fileOutcome, jsonOutcome, streamOutcome, type Outcome } from './outcome.ts';
import { parseJson } from './parse-json.ts';
import { parseQuery, type Query } from './query.ts';
import { once } from './repeat.ts';
import { assertFaultless, check } from './validate.ts';

/** A handler once its types have done their work. */
export type AnyHandler = (input: { params: unknown; query: unknown; body: unknown }, context: Exchange) => unknown;

/** An endpoint with everything that can be known of it before a request comes. */
interface Service {
  readonly edge: Edge;
  readonly endpoint: Endpoint;
  readonly handler: AnyHandler;
  /** Query parameters that are not unknown; `null`: none is flagged. */
  readonly knownQuery: ReadonlySet<string> | null;
  readonly takesEnvironment: boolean;
  /** What was read lately, by its text. */
  readonly queries: Map<string, ReadQuery>;
}

/** A query as it was given and as it was checked, and what its sender should hear of it. */
interface ReadQuery {
  readonly given: Query;
  readonly checked: unknown;
  readonly warnings: readonly string[];
}

const QUERIES_KEPT = 200;
/** Longer ones than any poll's are not worth the memory. */
const LONGEST_KEPT = 500;

/**
 * The Hono handler of an endpoint. The order of checks is that of decision `errors`; path and method were the router's.
 * What can be answered in this turn of the event loop is, without a promise: that is most of what keeps reads fast.
 */
export function serveEndpoint(
  edge: Edge,
  endpoint: Endpoint,
  handler: AnyHandler,
): (context: HonoContext) => Response | Promise<Response> {
  const takesEnvironment = endpoint.decisions?.includes('env-selection') === true;
  const known = [...Object.keys(endpoint.query?.shape ?? {}), ...(takesEnvironment ? ['envSlug'] : [])];
  const knownQuery = endpoint.access === 'key' ? new Set(known) : null;
  const service: Service = { edge, endpoint, handler, knownQuery, takesEnvironment, queries: new Map() };
  return (context) => {
    const exchange = edge.open(context, endpoint);
    try {
      const params = endpoint.params === undefined ? {} : context.req.param();
      admit(service, exchange, params);
      if (endpoint.body !== undefined) return serveBody(service, exchange, { params, context });
      const outcome = processed(service, exchange, params);
      return outcome instanceof Promise
        ? outcome.then((ready) => edge.send(exchange, ready))
        : edge.send(exchange, outcome);
    } catch (error) {
      return edge.sendError(exchange, error);
    }
  };
}

function admit({ edge, endpoint }: Service, exchange: Exchange, params: Record<string, string>): void {
  edge.guard.assertHost(exchange.facts.host);
  if (isEmulatorPath(exchange.path)) assertOwnOrigin(exchange.facts);
  ADMISSIONS[endpoint.access](edge, exchange, params);
}

async function serveBody(
  service: Service,
  exchange: Exchange,
  { params, context }: { params: Record<string, string>; context: HonoContext },
): Promise<Response> {
  const { edge, endpoint } = service;
  try {
    const limit = endpoint.maxBodyBytes ?? edge.ports.engine.definitions().settings.maxBodyBytes;
    const source = nodeOf(context).incoming ?? webBody(context.req.raw);
    exchange.bytes = await readBody(source, exchange.facts, limit);
    const process = () => processed(service, exchange, params);
    const outcome = isKept(exchange) ? await once(edge, exchange, process) : await process();
    return await edge.send(exchange, outcome);
  } catch (error) {
    if (error instanceof ClientGoneError) return edge.sendGone(exchange);
    return edge.sendError(exchange, error);
  }
}

/** Whether an answer is repeated to a later request with the same key: on `/v0`, for POST and PATCH. */
function isKept({ endpoint, facts, method }: Exchange): boolean {
  const { access } = endpoint ?? {};
  return (
    (access === 'key' || access === 'webhook') &&
    (method === 'POST' || method === 'PATCH') &&
    (facts.idempotencyKey ?? '') !== ''
  );
}

/** Parses, calls the handler, writes its answer. Errors are outcomes too: this never throws. */
function processed(service: Service, exchange: Exchange, params: Record<string, string>): Outcome | Promise<Outcome> {
  const { edge } = service;
  try {
    const given = service.handler(parsedInput(service, exchange, params), exchange);
    if (!(given instanceof Promise)) return WRITERS[service.endpoint.answerFormat ?? 'json'](given);
    return given
      .then((answer: unknown) => WRITERS[service.endpoint.answerFormat ?? 'json'](answer))
      .catch((error: unknown) => edge.errorOutcome(error));
  } catch (error) {
    return edge.errorOutcome(error);
  }
}

/** How an answer is written, by its format; handlers give what the format says, by their type. */
const WRITERS = {
  json: (given: unknown): Outcome => jsonOutcome(given),
  events: (given: unknown): Outcome => streamOutcome(given as ReadableStream<Uint8Array> | null),
  bytes: (given: unknown): Outcome => fileOutcome(given as FileAnswer),
} as const;

function parsedInput(service: Service, exchange: Exchange, params: Record<string, string>) {
  const { endpoint, takesEnvironment } = service;
  const faults: string[] = [];
  const query = readQuery(service, exchange.search, faults);
  for (const sentence of query.warnings) exchange.warn(sentence);
  if (takesEnvironment) {
    const { environmentID, environmentSlug } = exchange.facts;
    exchange.nameEnvironment(environmentID ?? environmentSlug ?? query.given['envSlug']);
  }
  const input = {
    params: endpoint.params === undefined ? undefined : check(endpoint.params, params, 'path', faults),
    query: query.checked,
    body: endpoint.body === undefined ? undefined : BODIES[endpoint.bodyFormat ?? 'object'](exchange, endpoint, faults),
  };
  assertFaultless(faults);
  return input;
}

/** How a body is read, by its format. */
const BODIES: Readonly<Record<BodyFormat, (exchange: Exchange, endpoint: Endpoint, faults: string[]) => unknown>> = {
  object: ({ bytes }, { body }, faults) =>
    body === undefined ? undefined : check(body, parsedBody(bytes), 'body', faults),
  // Any JSON value will do, and one that was just parsed is one.
  json: ({ bytes }) => parsedBody(bytes),
  bytes: ({ bytes }) => bytes,
};

/** An empty body stands for `{}`; `null` does not. */
function parsedBody(bytes: Buffer): Json {
  const value = parseJson(bytes);
  return value === undefined ? {} : value;
}

/** Reads a query. Clients poll: one that was read before is not read again. */
function readQuery({ endpoint, knownQuery, queries }: Service, search: string, faults: string[]): ReadQuery {
  const known = queries.get(search);
  if (known !== undefined) return known;
  const given = parseQuery(search);
  const checked = endpoint.query === undefined ? undefined : check(endpoint.query, given, 'query', faults);
  const read = { given, checked, warnings: knownQuery === null ? [] : unknownIn(given, knownQuery) };
  if (faults.length > 0 || search.length > LONGEST_KEPT) return read;
  if (queries.size === QUERIES_KEPT) queries.clear();
  queries.set(search, read);
  return read;
}

/** A sentence for each parameter that the endpoint does not know. */
function unknownIn(query: Query, known: ReadonlySet<string>): string[] {
  return Object.keys(query)
    .filter((name) => !known.has(name))
    .map((name) => `The query parameter "${name.slice(0, 100)}" is not known and was ignored`);
}
