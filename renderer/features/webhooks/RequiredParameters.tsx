import { Link } from 'wouter';
import { useAction } from '../../core/data/action.ts';
import { useTasks, type TaskItem, useHangar } from '../../core/data/hangar.ts';
import { RequiredParametersNotice } from '../../authoring/webhook/webhook-notes.tsx';

/** A notice that webhooks cannot set required parameters of a task, with a link to them. */
export function RequiredParameters({ taskID }: { taskID: string }) {
  const task = useTasks().items.find(({ id }) => id === taskID);
  const changeTask = useChangeTask();
  const makeOptional = useAction((slugs: readonly string[]) =>
    changeTask(taskID, ({ parameters, ...rest }) => ({
      ...rest,
      parameters: parameters.map((each) =>
        slugs.includes(each.slug) ? { ...each, constraints: { ...each.constraints, optional: true } } : each,
      ),
    })),
  );
  if (task === undefined) return null;
  return (
    <RequiredParametersNotice parameters={task.parameters} onOptional={(slugs) => void makeOptional.run(slugs)}>
      <Link href={`/tasks/${taskID}/parameters`}>Edit the parameters</Link>
    </RequiredParametersNotice>
  );
}

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
