import { z } from 'zod';
import { runtimeCall } from '../../http/endpoint.ts';
import { Sleep } from '../../model/sleep.ts';
import { readTime } from '../../values/read-time.ts';
import { Required } from '../v0/fields.ts';

/** Maximum duration of a sleep: 365 days. */
const MAX_MILLISECONDS = 365 * 86_400_000;

const Until = z.string().transform((text, context) => readTime(text, context));

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
