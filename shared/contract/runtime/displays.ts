import { z } from 'zod';
import { runtimeCall } from '../../http/endpoint.ts';
import { Display } from '../../model/display.ts';

/** Displays that the code of a run creates in addition to its output. */
export const displays = {
  create: runtimeCall.post(
    '/v0/displays/create',
    'Display Markdown, JSON, a table or a file in addition to the output',
    {
      body: z.strictObject({ display: Display }),
      response: z.object({ id: z.string() }),
      errors: ['invalid_request', 'not_found', 'conflict'],
      decisions: ['idempotency'],
    },
  ),
};
