import { type Task, type WebhookConfig, webhooksOf } from './task.ts';

type WithWebhooks = Pick<Task, 'webhooks'>;

/** The task with a webhook added or changed. Keeps the short form (a list of slugs) where it is sufficient. */
export function withWebhook<Item extends WithWebhooks>(task: Item, slug: string, config: WebhookConfig): Item {
  const isPlain = !config.requireServiceToken && config.secret === undefined && config.signing === undefined;
  if (Array.isArray(task.webhooks) && isPlain) {
    return { ...task, webhooks: [...task.webhooks.filter((other) => other !== slug), slug] };
  }
  return { ...task, webhooks: { ...webhooksOf(task), [slug]: config } };
}

/** The task without a webhook. */
export function withoutWebhook<Item extends WithWebhooks>(task: Item, slug: string): Item {
  const { webhooks } = task;
  return {
    ...task,
    webhooks: Array.isArray(webhooks)
      ? webhooks.filter((other) => other !== slug)
      : Object.fromEntries(Object.entries(webhooks).filter(([other]) => other !== slug)),
  };
}

/** The webhooks that a changed definition lost, by slug; none when as many were added, since those were renamed. */
export function lostWebhooks(before: object, after: object): readonly (readonly [string, WebhookConfig])[] {
  const [had, has] = [webhooksIn(before), webhooksIn(after)];
  if (Object.keys(has).length >= Object.keys(had).length) return [];
  return Object.entries(had).filter(([slug]) => !Object.hasOwn(has, slug));
}

function webhooksIn(definition: object): Readonly<Record<string, WebhookConfig>> {
  return hasWebhooks(definition) ? webhooksOf(definition) : {};
}

/** True for a task: no other definition has the field. */
function hasWebhooks(definition: object): definition is WithWebhooks {
  return 'webhooks' in definition;
}
