import { nearestOf } from '../../shared/expression/suggestion.ts';
import { ApiError } from '../../shared/http/errors.ts';
import { corsHeaders, preflightHeaders } from './cors.ts';
import { isApiPath, isEmulatorPath, type Edge } from './edge.ts';
import type { HonoContext } from './exchange.ts';
import { assertOwnOrigin } from './guard.ts';
import type { Gui } from './gui.ts';
import type { App } from './mount.ts';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** Answers what no endpoint took: the window's files, OPTIONS, 405 with `Allow`, and 404 for all that is left. */
export function mountFallback(app: App, edge: Edge, gui: Gui): void {
  app.notFound(async (context: HonoContext) => {
    const exchange = edge.open(context);
    const { path, method, facts } = exchange;
    try {
      edge.guard.assertHost(facts.host);
      if (isEmulatorPath(path)) assertOwnOrigin(facts);
      const file = isServable(path, method) ? await gui.serve(path, facts, method) : undefined;
      if (file !== undefined) return file;
      const allow = methodsOf(app, context.req.path);
      if (allow.length === 0) throw unknownPath(app, method, path);
      const methods = [...allow, ...(allow.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ');
      if (method !== 'OPTIONS') {
        throw new ApiError('method_not_allowed', `${path} answers ${allow.join(', ')}, not ${method}.`, {
          Allow: methods,
        });
      }
      return new Response(null, { status: 204, headers: { Allow: methods, ...preflight(edge, methods, exchange) } });
    } catch (error) {
      return edge.sendError(exchange, error);
    }
  });
}

/** Only what cannot be an operation: a wrong path below `/v0` is never answered by the window's page. */
function isServable(path: string, method: string): boolean {
  return (method === 'GET' || method === 'HEAD') && !isApiPath(path) && !isEmulatorPath(path);
}

function methodsOf(app: App, path: string): string[] {
  return METHODS.filter((method) => app.router.match(method, path)[0].length > 0);
}

function preflight(
  edge: Edge,
  methods: string,
  { path, facts }: { path: string; facts: Parameters<typeof corsHeaders>[1] },
) {
  if (!isApiPath(path)) return {};
  const headers = corsHeaders(edge.ports.options.corsOrigins, facts);
  const isPreflight = facts.preflightMethod !== undefined && 'Access-Control-Allow-Origin' in headers;
  return isPreflight ? { ...headers, ...preflightHeaders(methods, facts) } : headers;
}

function unknownPath(app: App, method: string, path: string): ApiError {
  const meant =
    [`/v0${path}`, path.replace(/\/+$/, '')].find((other) => other !== path && methodsOf(app, other).length > 0) ??
    nearestOf(path.slice(0, 200), plainPaths(app));
  const hint = meant === undefined ? '' : ` Did you mean ${meant}?`;
  return new ApiError('not_found', `There is nothing at ${path.slice(0, 200)} (${method}).${hint}`);
}

/** The paths of the emulated interface that hold no parameter. */
function plainPaths(app: App): readonly string[] {
  return app.routes.map(({ path }) => path).filter((path) => isApiPath(path) && !/[:*]/.test(path));
}
