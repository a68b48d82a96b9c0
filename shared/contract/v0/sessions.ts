import { z } from 'zod';
import { endpoint } from '../../http/endpoint.ts';
import { Session } from '../../model/session.ts';
import { MaybeEmpty, paging, Required, Time, TimeUp } from './fields.ts';

/** Session endpoints of `/v0`. */
export const sessions = {
  get: endpoint({
    method: 'GET',
    path: '/v0/sessions/get',
    summary: 'Read a session',
    access: 'key',
    query: z.object({ id: Required }),
    response: Session,
    errors: ['invalid_request', 'forbidden', 'not_found'],
    decisions: ['session-status', 'timestamps', 'ids'],
  }),
  list: endpoint({
    method: 'GET',
    path: '/v0/sessions/list',
    summary: 'List sessions, newest first',
    access: 'key',
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
