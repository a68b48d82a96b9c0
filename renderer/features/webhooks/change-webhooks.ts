import { type WebhookConfig, webhooksOf } from '../../../shared/model/task.ts';
import type { TaskItem } from '../../core/data/hangar.ts';

/** The task with a webhook added or changed. Keeps the short form (a list of slugs) where it is sufficient. */
export function withWebhook(task: TaskItem, slug: string, config: WebhookConfig): TaskItem {
  const isPlain = !config.requireServiceToken && config.secret === undefined && config.signing === undefined;
  if (Array.isArray(task.webhooks) && isPlain) {
    return { ...task, webhooks: [...task.webhooks.filter((other) => other !== slug), slug] };
  }
  return { ...task, webhooks: { ...webhooksOf(task), [slug]: config } };
}

/** The task without a webhook. */
export function withoutWebhook(task: TaskItem, slug: string): TaskItem {
  const { webhooks } = task;
  return {
    ...task,
    webhooks: Array.isArray(webhooks)
      ? webhooks.filter((other) => other !== slug)
      : Object.fromEntries(Object.entries(webhooks).filter(([other]) => other !== slug)),
  };
}
