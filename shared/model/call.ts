import { z } from 'zod';
import { OPERATIONS } from '../registry/operations.ts';
import { Name } from '../values/json-schema.ts';

/** A number that counts from 1. */
export const Nth = z.int().min(1).max(1_000_000);

/** A call of a client: the nth request with this operation and task, retries included. */
export const Call = z
  .strictObject({
    operation: z
      .enum(OPERATIONS, {
        error: 'must be a path of /v0 without /v0/, such as tasks/execute or runs/get; or webhook',
      })
      .describe('Path of `/v0` without `/v0/`, or `webhook`'),
    task: Name.min(1).optional().describe('Slug of its task; absent for a request about none'),
    nth: Nth.default(1).describe('Number among the requests with the same operation and task, from 1'),
  })
  .meta({ id: 'Call' });
export type Call = z.output<typeof Call>;

/** A text that is equal for equal calls. */
export function callKey({ operation, task = '', nth }: Call): string {
  return `${operation} ${task} ${nth}`;
}
