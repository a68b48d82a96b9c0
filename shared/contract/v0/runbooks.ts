import { z } from 'zod';
import { ruledBy } from '../../http/field-decisions.ts';
import { service } from '../../http/endpoint.ts';
import { ENVIRONMENT_HEADERS, EXECUTE_DECISIONS, MaybeNull, ParamValues } from './fields.ts';

const IdField = ruledBy('id-field', MaybeNull);

/** Body of execute runbook (service API, "Runbooks"). */
export const ExecuteRunbook = z.strictObject({
  id: IdField.describe('Runbook ID; either an ID or a slug must be provided'),
  runbookID: IdField.describe('Alias of id'),
  slug: IdField.describe('Runbook slug'),
  paramValues: ParamValues,
});
export type ExecuteRunbook = z.output<typeof ExecuteRunbook>;

/** Runbook endpoints of `/v0`. */
export const runbooks = {
  execute: service.post('/v0/runbooks/execute', 'Execute a runbook; answers the session', {
    concerns: 'selected',
    headers: ENVIRONMENT_HEADERS,
    body: ExecuteRunbook,
    response: z.object({ sessionID: z.string() }),
    errors: ['invalid_request', 'forbidden', 'not_found'],
    decisions: EXECUTE_DECISIONS,
  }),
};
