import { z } from 'zod';
import { ruledBy } from '../../http/field-decisions.ts';
import { service, endpoint } from '../../http/endpoint.ts';
import { ParsedObject, Json } from '../../values/json-schema.ts';
import { fields } from '../../values/limited.ts';
import { COUNTS } from '../../values/limits.ts';
import { MAX_CACHED_AGE_SECONDS } from '../../model/task.ts';
import { ENVIRONMENT_HEADERS, EXECUTE_DECISIONS } from './fields.ts';

const IdField = ruledBy('id-field', z.string().nullish());
const ZoneField = ruledBy('inputs-zone', z.string().nullish());

/** Body of execute task (service API, "Tasks"). */
export const ExecuteTask = z
  .strictObject({
    id: IdField.describe('Task ID; either an ID or a slug must be provided'),
    taskID: IdField.describe('Alias of id'),
    slug: IdField.describe('Task slug'),
    paramValues: ruledBy('param-types', ParsedObject.nullish()),
    resources: ruledBy(
      'resource-reference',
      fields(z.string(), z.string(), COUNTS.aliases).nullish().describe('Resource alias to resource ID or slug'),
    ),
    inputsZoneID: ZoneField,
    inputsZoneToken: ZoneField,
    inputsZoneParamValuesHash: ZoneField,
    allowCachedMaxAge: ruledBy(
      'caching',
      z.int().min(0).max(MAX_CACHED_AGE_SECONDS).nullish().describe('Seconds; overrides the setting of the task'),
    ),
  })
  // One transformation for all fields: one for each would take half the time of parsing the body.
  .transform((given) => ({
    id: given.id || undefined,
    taskID: given.taskID || undefined,
    slug: given.slug || undefined,
    paramValues: given.paramValues ?? {},
    resources: given.resources ?? {},
    inputsZoneID: given.inputsZoneID ?? '',
    inputsZoneToken: given.inputsZoneToken ?? '',
    inputsZoneParamValuesHash: given.inputsZoneParamValuesHash ?? '',
    allowCachedMaxAge: given.allowCachedMaxAge ?? undefined,
  }));
export type ExecuteTask = z.output<typeof ExecuteTask>;

/** Task endpoints of `/v0`. */
export const tasks = {
  execute: service.post('/v0/tasks/execute', 'Execute a task; answers the run', {
    concerns: 'selected',
    headers: ENVIRONMENT_HEADERS,
    body: ExecuteTask,
    response: z.object({ runID: z.string(), isCached: z.boolean() }),
    errors: ['invalid_request', 'forbidden', 'not_found'],
    decisions: [...EXECUTE_DECISIONS, 'resource-reference', 'caching', 'inputs-zone'],
  }),
};

/** Webhook endpoints of `/v0`. */
export const webhooks = {
  trigger: endpoint({
    method: 'POST',
    path: '/v0/webhooks/{envSlug}/{taskID}/{secret}',
    summary: 'Trigger a task through its webhook',
    access: 'webhook',
    params: z.object({ envSlug: z.string(), taskID: z.string(), secret: z.string() }),
    body: Json,
    bodyFormat: 'json',
    response: z.object({ runID: z.string() }),
    errors: ['invalid_request', 'unauthorized', 'not_found'],
    decisions: ['webhook-answer', 'webhook-param', 'idempotency'],
  }),
};
