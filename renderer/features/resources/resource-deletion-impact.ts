import { unfinishedRunsText, useUnfinishedRunCount } from '../../authoring/checks/unfinished-runs.ts';
import { usageText, usagesOf } from '../../authoring/checks/usages.ts';
import type { WorkspaceDefinitions } from '../../authoring/context/workspace-definitions.ts';
import type { ResourceItem } from '../../core/hangar.ts';

/** Gives what breaks when a resource is deleted: tasks that are bound to it, and what gives it to others. */
export function useResourceDeletionImpact() {
  const runsUnderWay = useUnfinishedRunCount();
  return async (item: ResourceItem, definitions: WorkspaceDefinitions): Promise<readonly string[]> => {
    const uses = usagesOf('resource', item, definitions);
    const bound = uses.filter(({ paths }) => paths.some(([top]) => top === 'resources'));
    const giving = uses.filter((use) => !bound.includes(use));
    const counts = await Promise.all(bound.map(({ id }) => runsUnderWay({ task: id })));
    return [
      ...usageText(
        bound,
        (names) => `${names} ${bound.length === 1 ? 'is' : 'are'} bound to it: executing that is refused without it.`,
      ),
      ...unfinishedRunsText(
        counts.reduce((sum, count) => sum + count, 0),
        'run',
      ),
      ...usageText(giving, (names) => `${names} gives it to what it executes: that is refused without it.`),
    ];
  };
}
