import { webhooksOf } from '../../../shared/model/task.ts';
import { unfinishedRunsText, useUnfinishedRunCount } from '../../authoring/checks/unfinished-runs.ts';
import { usageText, usagesOf } from '../../authoring/checks/usages.ts';
import type { WorkspaceDefinitions } from '../../authoring/context/workspace-definitions.ts';
import type { TaskItem } from '../../core/hangar.ts';

/** Returns a function that describes the effects of deleting a task on webhooks, unfinished runs and callers. */
export function useTaskDeletionImpact() {
  const countUnfinishedRuns = useUnfinishedRunCount();
  return async (item: TaskItem, definitions: WorkspaceDefinitions): Promise<readonly string[]> => {
    const webhooks = Object.keys(webhooksOf(item));
    const callers = usagesOf('task', item, definitions).filter(({ id }) => id !== item.id);
    return [
      ...(webhooks.length === 0
        ? []
        : [`The URLs of its ${webhooks.length === 1 ? 'webhook' : 'webhooks'} ${webhooks.join(', ')} stop working.`]),
      ...unfinishedRunsText(await countUnfinishedRuns({ task: item.slug }), 'run'),
      ...usageText(callers, (names) => `${names} can no longer execute it.`),
    ];
  };
}
