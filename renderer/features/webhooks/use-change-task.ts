import { type TaskItem, useHangar } from '../../core/data/hangar.ts';

/** Returns a function that changes the saved task and shows it at once. */
export function useChangeTask(): (id: string, change: (task: TaskItem) => TaskItem) => Promise<void> {
  const { api, collections } = useHangar();
  return async (id, change) => {
    const before = await api.definitions.tasks.get({ params: { id } });
    const saved = await api.definitions.tasks.replace({ params: { id }, body: change(before) });
    collections.tasks.put(saved);
    await collections.webhooks.reload();
  };
}
