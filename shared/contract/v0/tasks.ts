import { z } from 'zod';
import { endpoint } from '../../http/endpoint.ts';
import { ParsedObject } from '../../model/json.ts';
import { MAX_CACHED_AGE_SECONDS } from '../../model/task.ts';
import { ENVIRONMENT_HEADERS, MaybeEmpty } from './fields.ts';

/** Body of execute task (contract, section 4.2). */
export const ExecuteTask = z.strictObject({
  id: MaybeEmpty.describe('Task ID; either an ID or a slug must be provided'),
  taskID: MaybeEmpty.describe('Alias of id'),
  slug: MaybeEmpty.describe('Task slug'),
  paramValues: ParsedObject.nullish().transform((values) => values ?? {}),
  resources: z
    .record(z.string(), z.string())
    .nullish()
    .transform((resources) => resources ?? {})
    .describe('Resource alias to resource ID or slug'),
  inputsZoneID: z
    .string()
    .nullish()
    .transform((text) => text ?? ''),
  inputsZoneToken: z
    .string()
    .nullish()
    .transform((text) => text ?? ''),
  inputsZoneParamValuesHash: z
    .string()
    .nullish()
    .transform((text) => text ?? ''),
  allowCachedMaxAge: z
    .int()
    .min(0)
    .max(MAX_CACHED_AGE_SECONDS)
    .nullish()
    .transform((age) => age ?? undefined)
    .describe('Seconds; overrides the setting of the task'),
});
export type ExecuteTask = z.output<typeof ExecuteTask>;

export const tasks = {
  execute: endpoint({
    method: 'POST',
    path: '/v0/tasks/execute',
    summary: 'Execute a task; answers the run',
    access: 'key',
    headers: ENVIRONMENT_HEADERS,
    body: ExecuteTask,
    response: z.object({ runID: z.string(), isCached: z.boolean() }),
    errors: ['invalid_request', 'forbidden', 'not_found'],
    decisions: [
      'id-field',
      'env-selection',
      'idempotency',
      'unknown-params',
      'param-types',
      'param-coercion',
      'param-rules',
      'resource-reference',
      'caching',
      'inputs-zone',
      'private-runs',
    ],
  }),
};
