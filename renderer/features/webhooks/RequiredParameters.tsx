import { Link } from 'wouter';
import { useTasks } from '../../core/data/hangar.ts';
import { RequiredParametersNotice } from '../../authoring/webhook/RequiredParametersNotice.tsx';

/** A notice that webhooks cannot set required parameters of a task, with a link to them. */
export function RequiredParameters({ taskID }: { taskID: string }) {
  const task = useTasks().items.find(({ id }) => id === taskID);
  if (task === undefined) return null;
  return (
    <RequiredParametersNotice parameters={task.parameters}>
      <Link href={`/tasks/${taskID}/parameters`}>Edit the parameters</Link>
    </RequiredParametersNotice>
  );
}
