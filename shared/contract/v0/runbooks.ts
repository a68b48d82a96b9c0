import { z } from 'zod';
import { ruledBy } from '../../http/field-decisions.ts';
import { endpoint } from '../../http/endpoint.ts';
import { ParsedObject } from '../../values/json-schema.ts';
import { ENVIRONMENT_HEADERS, MaybeNull } from './fields.ts';

const IdField = ruledBy('id-field', MaybeNull);

/** Body of execute runbook (service API, "Runbooks"). */
export const ExecuteRunbook = z.strictObject({
  id: IdField.describe('Runbook ID; either an ID or a slug must be provided'),
  runbookID: IdField.describe('Alias of id'),
  slug: IdField.describe('Runbook slug'),
  paramValues: ruledBy(
    'param-types',
    ParsedObject.nullish().transform((values) => values ?? {}),
  ),
});
export type ExecuteRunbook = z.output<typeof ExecuteRunbook>;

/** Runbook endpoints of `/v0`. */
export const runbooks = {
  execute: endpoint({
    method: 'POST',
    path: '/v0/runbooks/execute',
    summary: 'Execute a runbook; answers the session',
    access: 'key',
    headers: ENVIRONMENT_HEADERS,
    body: ExecuteRunbook,
    response: z.object({ sessionID: z.string() }),
    errors: ['invalid_request', 'forbidden', 'not_found'],
    decisions: [
      'id-field',
      'env-selection',
      'idempotency',
      'unknown-params',
      'param-types',
      'param-coercion',
      'param-rules',
      'private-runs',
    ],
  }),
};
