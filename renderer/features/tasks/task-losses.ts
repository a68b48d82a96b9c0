import { webhooksOf } from '../../../shared/model/task.ts';
import type { DefinitionWorld } from '../../core/authoring/world.ts';
import { type TaskItem, useApi } from '../../core/hangar.ts';
import { counted } from '../../ui/counted.ts';
import { usesOfTask } from './task-uses.ts';

/** Gives what goes or breaks when a task is deleted: its webhooks, its runs under way, what executes it. */
export function useTaskLosses() {
  const api = useApi();
  return async (item: TaskItem, world: DefinitionWorld): Promise<readonly string[]> => {
    const query = { task: item.slug, status: 'NotStarted,Queued,Active', limit: '1' };
    const { total } = await api.runs.list({ query });
    const webhooks = Object.keys(webhooksOf(item));
    const { tasks, runbooks } = usesOfTask(item.id, item.slug, world);
    const users = [...runbooks, ...tasks.filter(({ id }) => id !== item.id)].map(
      ({ name, slug }) => `“${name ?? slug}”`,
    );
    return [
      ...(webhooks.length === 0
        ? []
        : [`The URLs of its ${webhooks.length === 1 ? 'webhook' : 'webhooks'} ${webhooks.join(', ')} stop working.`]),
      ...(total === 0 ? [] : [`${counted(total, 'run')} under way ${total === 1 ? 'goes' : 'go'} on without it.`]),
      ...(users.length === 0 ? [] : [`It is executed by ${users.join(', ')}: there it will be missing.`]),
    ];
  };
}
