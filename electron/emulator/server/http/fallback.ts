import { nearestOf } from '../../../../shared/expression/suggestion.ts';
import { ApiError } from '../../../../shared/http/errors.ts';
import { ACCESS_POLICIES, undeclaredAccess } from '../access/access-policy.ts';
import { corsHeaders, preflightHeaders } from '../access/cors.ts';
import type { RequestPipeline } from './request-pipeline.ts';
import type { Exchange, HonoContext } from './exchange.ts';
import type { StaticFiles } from './static-files.ts';
import type { MountContext } from './mount.ts';
import { errorOutcome } from './outcome.ts';
import type { Routes } from './routes.ts';
import { targetOf } from '../request/target.ts';

/** Handles requests without an endpoint: files of the window, OPTIONS, 405 with `Allow`, and 404. */
export function mountFallback({ app, pipeline, routes }: MountContext, gui: StaticFiles): void {
  app.notFound(async (context: HonoContext) => {
    const target = targetOf(context.req.raw, context.env);
    const endpoints = target.problem === undefined ? routes.at(target.path) : [];
    // All methods of a path have the same access; a test checks that.
    const access = endpoints.at(0)?.access ?? undeclaredAccess(target);
    const exchange = pipeline.open(context, { endpoint: undefined, access });
    const { path, method, headers } = exchange;
    try {
      pipeline.guard.assertAllowed(access, headers);
      if (target.problem !== undefined) {
        const outcome = errorOutcome(new ApiError('invalid_request', target.problem));
        return await pipeline.send(exchange, { ...outcome, status: target.status ?? outcome.status });
      }
      if (access === 'window' && (method === 'GET' || method === 'HEAD')) {
        const file = await gui.serve(path, headers, method);
        if (file !== undefined) return file;
      }
      const methods = endpoints.map((endpoint) => endpoint.method);
      if (methods.length === 0) throw unknownPath(routes, method, path);
      return method === 'OPTIONS' ? options(pipeline, exchange, allow(methods)) : refuseMethod(exchange, methods);
    } catch (error) {
      return pipeline.sendError(exchange, error);
    }
  });
}

function allow(methods: readonly string[]): string {
  return [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ');
}

function refuseMethod({ path, method }: Exchange, methods: readonly string[]): never {
  const sentence = `${path} answers ${methods.join(', ')}, not ${method}.`;
  throw new ApiError('method_not_allowed', sentence, { headers: { Allow: allow(methods) } });
}

function options(pipeline: RequestPipeline, { access, headers }: Exchange, methods: string): Response {
  const cors = ACCESS_POLICIES[access].cors ? corsHeaders(pipeline.ports.options.corsOrigins, headers) : {};
  const isPreflight = headers.preflightMethod !== undefined && 'Access-Control-Allow-Origin' in cors;
  const more = isPreflight ? preflightHeaders(methods, headers) : {};
  return new Response(null, { status: 204, headers: { Allow: methods, ...cors, ...more } });
}

function unknownPath(routes: Routes, method: string, path: string): ApiError {
  const meant =
    [`/v0${path}`, path.replace(/\/$/, '')].find((other) => isOperation(routes, other, path)) ??
    nearestOf(path, routes.resembling(path));
  const hint = meant === undefined ? '' : ` Did you mean ${meant}?`;
  return new ApiError('not_found', `There is nothing at ${path.slice(0, 200)} (${method}).${hint}`);
}

function isOperation(routes: Routes, other: string, path: string): boolean {
  return other !== path && other !== '' && routes.at(other).length > 0;
}
