import { z } from 'zod';
import { endpoint } from '../../http/endpoint.ts';
import { Required } from '../v0/fields.ts';

/** Users as shown to the code of runs. */
export const users = {
  get: endpoint({
    method: 'GET',
    path: '/v0/users/get',
    summary: 'Read a user or an API user',
    access: 'key',
    concerns: 'none',
    tag: 'task runtime',
    query: z.object({ userID: Required }),
    response: z.object({
      user: z.object({
        userID: z.string(),
        email: z.string().describe('"" for an API user'),
        name: z.string(),
      }),
    }),
    errors: ['invalid_request', 'not_found'],
  }),
};
