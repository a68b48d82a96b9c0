import type { Json } from '../../../shared/values/json.ts';
import type { ScopeName } from './scope-name.ts';
import { rowsOf } from './draft-values.ts';

/** The parameter in which a webhook passes its request. Source: service API, "Webhook trigger". */
export const WEBHOOK_PAYLOAD = 'webhook_payload';

/** The expression for the posted JSON. */
export const PAYLOAD_BODY = `params.${WEBHOOK_PAYLOAD}.body`;

/** The fields of that parameter. */
export const PAYLOAD_FIELDS = [
  { name: 'body', detail: 'the JSON that was posted', isOpen: true },
  { name: 'headers', detail: 'headers of the request, as in headers["X-Event"]', isOpen: true },
  { name: 'rawBody', detail: 'the exact bytes that were posted, in base64' },
  { name: 'slug', detail: 'slug of the webhook' },
] as const satisfies readonly ScopeName[];

/** The parameters of a task with the one that its webhooks set, declared or not. */
export function withWebhookPayload(parameters: readonly ScopeName[], webhooks: Json | undefined): readonly ScopeName[] {
  const declared = parameters.find(({ name }) => name === WEBHOOK_PAYLOAD);
  const hasWebhooks = Array.isArray(webhooks) ? webhooks.length > 0 : rowsOf(webhooks).length > 0;
  // Without webhooks, callers set it.
  if (declared !== undefined && !hasWebhooks) return parameters;
  const payload: ScopeName = {
    name: WEBHOOK_PAYLOAD,
    detail: 'the request of a webhook',
    fields: PAYLOAD_FIELDS,
    mainField: 'body',
    isUnlisted: !hasWebhooks,
  };
  return [...parameters.filter(({ name }) => name !== WEBHOOK_PAYLOAD), payload];
}
