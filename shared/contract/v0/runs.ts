import { z } from 'zod';
import { ruledBy } from '../../http/field-decisions.ts';
import { service } from '../../http/endpoint.ts';
import { Json } from '../../values/json-schema.ts';
import { LOG_LEVELS } from '../../model/log-level.ts';
import { LogEntry, Run } from '../../model/run.ts';
import { MaybeEmpty, paging, Required, Time, TimeUp } from './fields.ts';

/** Run endpoints of `/v0`. */
export const runs = {
  get: service.get('/v0/runs/get', 'Read a run', {
    concerns: { item: 'run', field: 'id' },
    query: z.object({ id: Required }),
    response: Run,
    errors: ['invalid_request', 'forbidden', 'not_found'],
    decisions: ['empty-value', 'timestamps', 'ids', 'run-cancelled', 'timeout', 'child-runs', 'prompt-block'],
  }),
  getLogs: service.get('/v0/runs/getLogs', 'Read the log lines of a run', {
    concerns: { item: 'run', field: 'runID' },
    query: z.object({
      runID: Required,
      prev_token: z.string().optional().describe('Returns the lines after those of the response with this token'),
      next_token: z.string().optional().describe('Returns older lines'),
      level: ruledBy(
        'logs',
        z
          .enum(['', ...LOG_LEVELS])
          .optional()
          .describe('`debug` includes debug lines'),
      ),
    }),
    response: z.object({ runID: z.string(), logs: z.array(LogEntry), next_token: z.string(), prev_token: z.string() }),
    errors: ['invalid_request', 'forbidden', 'not_found'],
    decisions: ['logs'],
  }),
  getOutputs: service.get('/v0/runs/getOutputs', 'Read the outputs of a run', {
    concerns: { item: 'run', field: 'id' },
    query: z.object({ id: Required }),
    response: z.object({ output: Json }),
    errors: ['invalid_request', 'forbidden', 'not_found'],
    decisions: ['outputs'],
  }),
  list: service.get('/v0/runs/list', 'List runs, newest first', {
    concerns: 'listed',
    query: z.object({
      taskID: MaybeEmpty,
      taskSlug: MaybeEmpty,
      since: Time.describe('Runs last updated after this time'),
      until: TimeUp.describe('Runs last updated before this time'),
      ...paging,
    }),
    response: z.object({ runs: z.array(Run) }),
    errors: ['invalid_request', 'not_found'],
    decisions: ['list-order', 'limit-and-page', 'time-filters'],
  }),
  cancel: service.post('/v0/runs/cancel', 'Cancel a run', {
    concerns: { item: 'run', field: 'runID' },
    body: z.strictObject({ runID: Required }),
    errors: ['invalid_request', 'forbidden', 'not_found'],
    decisions: ['cancel-answer', 'run-cancelled', 'idempotency'],
  }),
};
