import { Link } from 'wouter';
import { useAction } from '../../core/data/action.ts';
import { useTasks } from '../../core/data/hangar.ts';
import { RequiredParametersNotice } from '../../authoring/webhook/RequiredParametersNotice.tsx';
import { useChangeTask } from './use-change-task.ts';

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
