import type { JsonObject } from '../../../shared/model/json.ts';
import { Task } from '../../../shared/model/task.ts';
import type { DefinitionStore } from '../../core/authoring/definition-kind.ts';
import { useTasks } from '../../core/data.ts';
import { type TaskItem, useApi, useHangar } from '../../core/hangar.ts';

/** The tasks as saved, and ways to change them. */
export function useTaskStore(): DefinitionStore<TaskItem> {
  const { api, collections } = useHangar();
  const tasks = useTasks();
  const shown = (task: TaskItem) => {
    collections.tasks.put(task);
    return task;
  };
  return {
    ...tasks,
    create: async (value) => shown(await api.definitions.tasks.create({ body: Task.parse(value) })),
    replace: async (id, value) =>
      shown(await api.definitions.tasks.replace({ params: { id }, body: Task.parse(value) })),
    remove: async (id) => {
      await api.definitions.tasks.remove({ params: { id } });
      collections.tasks.remove(id);
    },
  };
}

/** Executes a task as the local user. */
export function useExecuteTask() {
  const api = useApi();
  return async (id: string, body: { paramValues: JsonObject; environment?: string }) => {
    await api.runs.execute({ params: { id }, body: { ...body, resources: {} } });
    return 'The run has begun';
  };
}
