import type { JsonObject } from '../../../shared/values/json.ts';
import { Task } from '../../../shared/model/task.ts';
import { type TaskItem, useApi, useHangar } from '../../core/hangar.ts';
import { type RecordStore, useRecordStore } from '../../core/record-store.ts';

/** The tasks as saved, and ways to change them. */
export function useTaskStore(): RecordStore<TaskItem> {
  const { api, collections } = useHangar();
  return useRecordStore({
    collection: collections.tasks,
    endpoints: api.definitions.tasks,
    schema: Task,
  });
}

/** Executes a task as the local user. */
export function useExecuteTask() {
  const api = useApi();
  return async (id: string, body: { paramValues: JsonObject; environment?: string }) => {
    await api.runs.execute({ params: { id }, body: { ...body, resources: {} } });
    return 'The run has begun';
  };
}
