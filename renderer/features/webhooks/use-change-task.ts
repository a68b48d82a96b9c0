import { type TaskItem, useHangar } from '../../core/data/hangar.ts';

/** Returns a function that changes the saved task and resolves to the task before the change. */
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
