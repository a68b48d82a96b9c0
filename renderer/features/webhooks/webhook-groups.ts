import type { TaskItem, WebhookItem } from '../../core/data/hangar.ts';

/** A webhook of a task, with its URL in each environment. */
export interface WebhookGroup {
  readonly taskID: string;
  readonly taskSlug: string;
  readonly taskName: string;
  readonly slug: string;
  readonly requireServiceToken: boolean;
  readonly urls: readonly { readonly environment: string; readonly url: string }[];
}

/** Groups the URLs by webhook, in the order of the tasks and their webhooks. */
export function groupWebhooks(items: readonly WebhookItem[], tasks: readonly TaskItem[]): readonly WebhookGroup[] {
  const names = new Map(tasks.map(({ id, name }) => [id, name]));
  const groups = new Map<string, WebhookGroup & { urls: { environment: string; url: string }[] }>();
  for (const { taskID, taskSlug, webhook, requireServiceToken, environment, url } of items) {
    const key = `${taskID}/${webhook}`;
    const taskName = names.get(taskID) ?? taskSlug;
    const group = groups.get(key) ?? { taskID, taskSlug, taskName, slug: webhook, requireServiceToken, urls: [] };
    group.urls.push({ environment, url });
    groups.set(key, group);
  }
  return [...groups.values()];
}

/** The path of a webhook’s page. */
export function hrefOf(group: Pick<WebhookGroup, 'taskSlug' | 'slug'>): string {
  return `/webhooks/${idOf(group)}`;
}

/** The last part of its path, unique among all webhooks. */
export function idOf({ taskSlug, slug }: Pick<WebhookGroup, 'taskSlug' | 'slug'>): string {
  return `${taskSlug}/${slug}`;
}
