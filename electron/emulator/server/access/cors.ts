import type { RequestHeaders } from '../request/request-headers.ts';

const EXPOSED = 'Idempotency-Key, X-Hangar-Warning, X-Hangar-Fault, Retry-After';

/** CORS headers of a `/v0` response; empty unless the origin is allowed by name. */
export function corsHeaders(allowed: readonly string[], { origin }: RequestHeaders): Record<string, string> {
  if (origin === undefined || !allowed.includes(origin)) return {};
  return { 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': EXPOSED, Vary: 'Origin' };
}

/** Additional headers of a preflight response. Vendor headers can have any name, so all requested headers are allowed. */
export function preflightHeaders(methods: string, { preflightHeaders: asked }: RequestHeaders): Record<string, string> {
  return {
    'Access-Control-Allow-Methods': methods,
    ...(asked === undefined ? {} : { 'Access-Control-Allow-Headers': asked }),
    'Access-Control-Allow-Private-Network': 'true',
    'Access-Control-Max-Age': '600',
  };
}
