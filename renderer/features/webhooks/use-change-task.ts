import { type TaskItem, useHangar } from '../../core/hangar.ts';

/** Saves a task as it is now on the server, changed; both lists show it at once. */
export function useChangeTask(): (id: string, change: (task: TaskItem) => TaskItem) => Promise<TaskItem> {
  const { api, collections } = useHangar();
  return async (id, change) => {
    const before = await api.definitions.tasks.get({ params: { id } });
    const saved = await api.definitions.tasks.replace({ params: { id }, body: change(before) });
    collections.tasks.put(saved);
    await collections.webhooks.reload();
    return before;
  };
}
