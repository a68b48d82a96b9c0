import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { ERRORS, type ErrorCode } from './errors.ts';
import type { Schemas } from './openapi-schemas.ts';
import type { OpenApiObject } from './openapi.ts';

const IMPLIED: Readonly<Record<Endpoint['access'], readonly ErrorCode[]>> = {
  key: ['unauthorized', 'forbidden', 'rate_limited'],
  webhook: ['rate_limited', 'forbidden'],
  // Too many wrong admin tokens.
  emulator: ['unauthorized', 'forbidden', 'rate_limited'],
  upload: ['forbidden'],
  open: ['forbidden'],
};

/** The errors that an endpoint declares, and those that follow from its access, its parameters and its body. */
export function errorCodesOf({ access, errors = [], body, params, query, method }: Endpoint): ErrorCode[] {
  const fromBody: ErrorCode[] = ['invalid_request', 'payload_too_large', 'unsupported_media_type'];
  const codes = new Set<ErrorCode>([
    ...errors,
    ...IMPLIED[access],
    ...(body === undefined ? [] : fromBody),
    ...(params === undefined && query === undefined && method === 'GET' ? [] : (['invalid_request'] as const)),
    'internal',
  ]);
  return [...codes].sort((a, b) => ERRORS[a].status - ERRORS[b].status);
}

/** Headers of errors, beside those of every response. */
const ERROR_HEADERS: Partial<Record<ErrorCode, string>> = { rate_limited: 'Retry-After', method_not_allowed: 'Allow' };

export function errorResponse(code: ErrorCode, schemas: Schemas): OpenApiObject {
  const own = ERROR_HEADERS[code];
  return {
    description: ERRORS[code].meaning,
    ...(own === undefined ? {} : { headers: { [own]: { $ref: `#/components/headers/${own}` } } }),
    content: { 'application/json': { schema: schemas.of(code === 'timeout' ? TimeoutAnswer : ErrorAnswer, 'output') } },
  };
}

/** The body of every error. */
const ErrorAnswer = z
  .object({
    error: z.string().describe('The message, for people'),
    code: z.string().describe('The code, for programs'),
  })
  .meta({ id: 'Error' });

/** The body of a 408. */
const TimeoutAnswer = ErrorAnswer.extend({ state: z.looseObject({}).describe('The current state') }).meta({
  id: 'Timeout',
});
