import { webhooksOf } from '../../../shared/model/task.ts';
import { unfinishedRunsText, useUnfinishedRunCount } from '../../authoring/checks/unfinished-runs.ts';
import { usageText, usagesOf } from '../../authoring/checks/usages.ts';
import type { WorkspaceDefinitions } from '../../authoring/context/workspace-definitions.ts';
import type { TaskItem } from '../../core/hangar.ts';

/** Gives what goes or breaks when a task is deleted: its webhooks, its runs under way, what executes it. */
export function useTaskDeletionImpact() {
  const runsUnderWay = useUnfinishedRunCount();
  return async (item: TaskItem, definitions: WorkspaceDefinitions): Promise<readonly string[]> => {
    const webhooks = Object.keys(webhooksOf(item));
    const users = usagesOf('task', item, definitions).filter(({ id }) => id !== item.id);
    return [
      ...(webhooks.length === 0
        ? []
        : [`The URLs of its ${webhooks.length === 1 ? 'webhook' : 'webhooks'} ${webhooks.join(', ')} stop working.`]),
      ...unfinishedRunsText(await runsUnderWay({ task: item.slug }), 'run'),
      ...usageText(users, (names) => `It is executed by ${names}: there it will be missing.`),
    ];
  };
}
