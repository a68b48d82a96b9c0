import { z } from 'zod';
import { emulator } from '../../http/endpoint.ts';
import { TimestampOrNull, TimestampText } from '../../model/answers.ts';
import { FAULTS } from '../../model/fault.ts';
import { SELECTION } from '../../model/schedule.ts';
import { OPERATIONS } from '../../registry/operations.ts';
import { unionOf } from '../../values/json-schema.ts';
import { Key } from './one-item.ts';

const Headers = z.array(z.tuple([z.string(), z.string()])).describe('Without secrets');
const Body = z.string().describe('The first 10,000 characters, without secrets; "" for none');

/** A request that a fault of kind `hold` keeps. */
export const HeldRequest = z
  .object({
    id: z.string().describe('ID; the one of the request in the traffic log, once it has gone on'),
    operation: z.enum(OPERATIONS),
    task: z.string().nullable().describe('Slug of its task; null for a request about none'),
    client: z.string().describe('Header `User-Agent`'),
    since: TimestampText.describe("By the machine's clock"),
    fault: z.string().describe('Slug of the fault'),
    after: z.boolean().describe('True when it was executed, and its answer is held'),
    goesOnAt: TimestampOrNull.describe("When it goes on by itself, by the machine's clock; null for never"),
    idempotencyKey: z.string().describe('Masked; "" for none'),
    runID: z.string().describe('The run that it made or named; "" while there is none'),
    request: z.object({ method: z.string(), path: z.string(), headers: Headers, body: Body }),
    answer: z
      .object({ status: z.int(), headers: Headers, body: Body })
      .nullable()
      .describe('The answer that is held; null without `after`'),
  })
  .meta({ id: 'HeldRequest' });
export type HeldRequest = z.output<typeof HeldRequest>;

/** The faults that a held request can get instead of its answer. */
const INSTEAD = {
  lose: FAULTS.lose.omit({ ...SELECTION }).describe('Executes it, then closes the connection'),
  refuse: FAULTS.refuse
    .omit({ ...SELECTION })
    .describe('Resets the connection; executes nothing that was not executed'),
  error: FAULTS.error.omit({ ...SELECTION }).describe('Answers with an error; executes it first with `after`'),
};

/** The way in which a held request goes on. */
export const Release = z
  .strictObject({ instead: unionOf('kind', INSTEAD).optional().describe('Absent: the request goes on as it is') })
  .meta({ id: 'Release' });
export type Release = z.output<typeof Release>;
export type NewRelease = z.input<typeof Release>;

const Items = z.object({ items: z.array(HeldRequest) });
const path = '/_emulator/held';

/** Requests that faults of kind `hold` keep. */
export const heldRequests = {
  list: emulator.get(path, 'List the requests that faults hold, oldest first', { response: Items }),
  releaseAll: emulator.post(`${path}/release`, 'Let all held requests go on, oldest first; answers what they were', {
    response: Items,
  }),
  release: emulator.post(`${path}/{id}/release`, 'Let a held request go on, or give it something else instead', {
    params: Key,
    body: Release,
    response: HeldRequest,
    errors: ['invalid_request', 'not_found'],
  }),
};
