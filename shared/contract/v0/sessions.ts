import { z } from 'zod';
import { service } from '../../http/endpoint.ts';
import { Session } from '../../model/session.ts';
import { MaybeEmpty, paging, Required, Time, TimeUp } from './fields.ts';

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
