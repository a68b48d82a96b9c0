import { z } from 'zod';
import { runtimeCall } from '../../http/endpoint.ts';
import { Sleep } from '../../model/sleep.ts';
import { parseRfc3339 } from '../../values/timestamp.ts';
import { Required } from '../v0/fields.ts';

/** Maximum duration of a sleep: 365 days. */
const MAX_MILLISECONDS = 365 * 86_400_000;

const Until = z.string().transform((text, context) => {
  const at = parseRfc3339(text);
  if (at !== undefined) return at;
  context.addIssue({ code: 'custom', message: 'must be an RFC 3339 time, such as 2026-11-20T16:00:00Z' });
  return z.NEVER;
});

/** Waits of runs on the clock. */
export const sleeps = {
  create: runtimeCall.post('/v0/sleeps/create', 'Begin a wait of the run on the clock', {
    body: z.strictObject({
      durationMs: z.number().min(0).max(MAX_MILLISECONDS).nullish(),
      until: Until.nullish()
        .meta({ override: { type: 'string', format: 'date-time' } })
        .describe('The end; ignored with `durationMs`, since the clock of the program may differ'),
    }),
    response: z.object({ id: z.string() }),
    errors: ['invalid_request', 'conflict'],
    decisions: ['idempotency'],
  }),
  get: runtimeCall.get('/v0/sleeps/get', 'Read a wait of the run', {
    query: z.object({ id: Required }),
    response: Sleep,
    errors: ['invalid_request', 'not_found'],
  }),
};
