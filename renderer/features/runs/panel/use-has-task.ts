import { useTasks } from '../../../core/data/hangar.ts';

/** Returns true when the task of a run still exists, or is not loaded yet. */
export function useHasTask(taskID: string): boolean {
  const { items, loaded } = useTasks();
  return taskID !== '' && (!loaded || items.some(({ id }) => id === taskID));
}
