import { z } from 'zod';
import { endpoint } from '../../http/endpoint.ts';
import { ruledBy } from '../../http/field-decisions.ts';
import { ParsedObject } from '../../values/json-schema.ts';
import { ENVIRONMENT_HEADERS, Required } from '../v0/fields.ts';

/** Runs that the code of runs creates. */
export const runs = {
  create: endpoint({
    method: 'POST',
    path: '/v0/runs/create',
    summary: 'Execute a task by its ID: an older name of tasks/execute',
    access: 'key',
    tag: 'task runtime',
    headers: ENVIRONMENT_HEADERS,
    body: z.strictObject({
      taskID: Required,
      params: ruledBy(
        'param-types',
        ParsedObject.nullish().transform((values) => values ?? {}),
      ),
    }),
    response: z.object({ runID: z.string() }),
    errors: ['invalid_request', 'forbidden', 'not_found'],
    decisions: ['env-selection', 'idempotency', 'unknown-params', 'param-types', 'param-coercion', 'param-rules'],
  }),
};
