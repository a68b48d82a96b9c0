import type { Endpoint } from '../../../../shared/http/endpoint.ts';
import { nearestOf } from '../../../../shared/expression/suggestion.ts';
import { ApiError } from '../../../../shared/http/errors.ts';
import { isRead } from '../../../../shared/http/request-parts.ts';
import { ACCESS_POLICIES, undeclaredAccess } from '../access/access-policy.ts';
import { corsHeaders, preflightHeaders } from '../access/origins.ts';
import type { RequestPipeline } from './request-pipeline.ts';
import type { Exchange } from './exchange.ts';
import type { HttpResponse } from './http-response.ts';
import type { StaticFiles } from './static-files.ts';
import { errorOutcome } from './outcome.ts';
import type { Router } from './router.ts';
import type { IncomingRequest } from '../request/target.ts';
import { quoteForMessage } from '../../../../shared/values/messages.ts';

/** Dependencies of the fallback. */
interface FallbackPorts {
  readonly pipeline: RequestPipeline;
  readonly router: Router;
  readonly gui: StaticFiles;
}

/** Serves a request without an endpoint: files of the window, OPTIONS, 405 with `Allow`, and 404. */
export function serveFallback(ports: FallbackPorts, incoming: IncomingRequest): HttpResponse | Promise<HttpResponse> {
  const { pipeline, router } = ports;
  const { target } = incoming;
  const endpoints = target.problem === undefined ? router.at(target.path) : [];
  // All methods of a path have the same access; a test checks that.
  const access = endpoints.at(0)?.access ?? undeclaredAccess(target);
  return pipeline.serve(incoming, { endpoint: undefined, access }, async (exchange) => {
    if (target.problem !== undefined) {
      const outcome = errorOutcome(new ApiError('invalid_request', target.problem));
      return pipeline.send(exchange, { ...outcome, status: target.status ?? outcome.status });
    }
    return (await fileOf(ports, exchange)) ?? withoutEndpoint(ports, exchange, endpoints);
  });
}

async function fileOf({ gui }: FallbackPorts, exchange: Exchange): Promise<HttpResponse | undefined> {
  const { access, method, path, headers } = exchange;
  return access === 'window' && isRead(exchange) ? gui.serve(path, headers, method) : undefined;
}

function withoutEndpoint(
  { pipeline, router }: FallbackPorts,
  exchange: Exchange,
  endpoints: readonly Endpoint[],
): HttpResponse {
  const methods = endpoints.map((endpoint) => endpoint.method);
  if (methods.length === 0) throw unknownPath(router, exchange.method, exchange.path);
  return exchange.method === 'OPTIONS' ? options(pipeline, exchange, allow(methods)) : refuseMethod(exchange, methods);
}

function allow(methods: readonly string[]): string {
  return [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ');
}

function refuseMethod({ path, method }: Exchange, methods: readonly string[]): never {
  const sentence = `${path} answers ${methods.join(', ')}, not ${method}.`;
  throw new ApiError('method_not_allowed', sentence, { headers: { Allow: allow(methods) } });
}

function options(pipeline: RequestPipeline, exchange: Exchange, methods: string): HttpResponse {
  const { access, headers } = exchange;
  const cors = ACCESS_POLICIES[access].cors ? corsHeaders(pipeline.origins.allowed, headers) : {};
  const isPreflight = headers.preflightMethod !== undefined && 'Access-Control-Allow-Origin' in cors;
  const more = isPreflight ? preflightHeaders(methods, headers) : {};
  return { status: 204, headers: { Allow: methods, ...cors, ...more }, body: null };
}

function unknownPath(router: Router, method: string, path: string): ApiError {
  const meant =
    [`/v0${path}`, path.replace(/\/$/, '')].find((other) => isOperation(router, other, path)) ??
    nearestOf(path, router.resembling(path));
  const hint = meant === undefined ? '' : ` Did you mean ${meant}?`;
  return new ApiError('not_found', `There is nothing at ${quoteForMessage(path, 200)} (${method}).${hint}`);
}

function isOperation(router: Router, other: string, path: string): boolean {
  return other !== path && other !== '' && router.at(other).length > 0;
}
