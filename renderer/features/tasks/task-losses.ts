import { webhooksOf } from '../../../shared/model/task.ts';
import { goingOn, useRunsUnderWay } from '../../authoring/checks/runs-under-way.ts';
import { aboutUses, usesOf } from '../../authoring/checks/uses.ts';
import type { DefinitionWorld } from '../../authoring/context/world.ts';
import type { TaskItem } from '../../core/hangar.ts';

/** Gives what goes or breaks when a task is deleted: its webhooks, its runs under way, what executes it. */
export function useTaskLosses() {
  const runsUnderWay = useRunsUnderWay();
  return async (item: TaskItem, world: DefinitionWorld): Promise<readonly string[]> => {
    const webhooks = Object.keys(webhooksOf(item));
    const users = usesOf('task', item, world).filter(({ id }) => id !== item.id);
    return [
      ...(webhooks.length === 0
        ? []
        : [`The URLs of its ${webhooks.length === 1 ? 'webhook' : 'webhooks'} ${webhooks.join(', ')} stop working.`]),
      ...goingOn(await runsUnderWay({ task: item.slug }), 'run'),
      ...aboutUses(users, (names) => `It is executed by ${names}: there it will be missing.`),
    ];
  };
}
