import { z } from 'zod';
import { ruledBy } from '../../http/field-decisions.ts';
import { service } from '../../http/endpoint.ts';
import {
  ENVIRONMENT_HEADERS,
  EXECUTE_DECISIONS,
  MaybeNull,
  ParamValues,
  MaybeEmpty,
  paging,
  Required,
  Time,
  TimeUp,
} from './fields.ts';
import { Session } from '../../model/session.ts';

const IdField = ruledBy('id-field', MaybeNull);

/** Body of execute runbook (service API, "Runbooks"). */
export const ExecuteRunbook = z.strictObject({
  id: IdField.describe('Runbook ID; either an ID or a slug must be provided'),
  runbookID: IdField.describe('Alias of id'),
  slug: IdField.describe('Runbook slug'),
  paramValues: ParamValues,
});
type ExecuteRunbook = z.output<typeof ExecuteRunbook>;

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

/** Session endpoints of `/v0`. */
export const sessions = {
  get: service.get('/v0/sessions/get', 'Read a session', {
    concerns: { item: 'session', field: 'id' },
    query: z.object({ id: Required }),
    response: Session,
    errors: ['invalid_request', 'forbidden', 'not_found'],
    decisions: ['session-status', 'timestamps', 'ids'],
  }),
  list: service.get('/v0/sessions/list', 'List sessions, newest first', {
    concerns: 'listed',
    query: z.object({
      runbookID: MaybeEmpty.describe('Only sessions of this runbook'),
      updatedAfter: Time,
      updatedBefore: TimeUp,
      ...paging,
    }),
    response: z.object({ sessions: z.array(Session) }),
    errors: ['invalid_request', 'not_found'],
    decisions: ['list-order', 'limit-and-page', 'time-filters'],
  }),
};
