import { z } from 'zod';
import { endpoint } from '../../http/endpoint.ts';
import { ENVIRONMENT_HEADERS, ParamValues, Required } from '../v0/fields.ts';

/** Runs created by the code of other runs. */
export const runs = {
  create: endpoint({
    method: 'POST',
    path: '/v0/runs/create',
    summary: 'Execute a task by its ID: an older name of tasks/execute',
    access: 'key',
    concerns: 'selected',
    tag: 'task runtime',
    headers: ENVIRONMENT_HEADERS,
    body: z.strictObject({ taskID: Required, params: ParamValues }),
    response: z.object({ runID: z.string() }),
    errors: ['invalid_request', 'forbidden', 'not_found'],
    decisions: ['env-selection', 'idempotency', 'unknown-params', 'param-types', 'param-coercion', 'param-rules'],
  }),
};
