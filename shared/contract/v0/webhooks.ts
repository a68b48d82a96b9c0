import { z } from 'zod';
import { endpoint } from '../../http/endpoint.ts';
import { Json } from '../../values/json-schema.ts';

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
