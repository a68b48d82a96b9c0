import type { RequestHeaders } from '../request/request-headers.ts';

const EXPOSED = 'Idempotency-Key, X-Hangar-Warning, Retry-After';

/** CORS headers of an answer of `/v0`; none unless the origin was allowed by name. */
export function corsHeaders(allowed: readonly string[], { origin }: RequestHeaders): Record<string, string> {
  if (origin === undefined || !allowed.includes(origin)) return {};
  return { 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': EXPOSED, Vary: 'Origin' };
}

/** What a preflight adds. Vendor headers have any name, so whatever was asked for is allowed. */
export function preflightHeaders(methods: string, { preflightHeaders: asked }: RequestHeaders): Record<string, string> {
  return {
    'Access-Control-Allow-Methods': methods,
    ...(asked === undefined ? {} : { 'Access-Control-Allow-Headers': asked }),
    'Access-Control-Allow-Private-Network': 'true',
    'Access-Control-Max-Age': '600',
  };
}
