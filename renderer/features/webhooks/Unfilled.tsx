import { Link } from 'wouter';
import { useTasks } from '../../core/data.ts';
import { RequiredParametersNotice } from '../../authoring/webhook/RequiredParametersNotice.tsx';

/** Says of a saved task what its webhooks cannot fill, with the way to where that is changed. */
export function Unfilled({ taskID }: { taskID: string }) {
  const task = useTasks().items.find(({ id }) => id === taskID);
  if (task === undefined) return null;
  return (
    <RequiredParametersNotice parameters={task.parameters}>
      <Link href={`/tasks/${taskID}/parameters`}>Change its parameters</Link>
    </RequiredParametersNotice>
  );
}
