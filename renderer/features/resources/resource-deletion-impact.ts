import { unfinishedRunsText, useUnfinishedRunCount } from '../../authoring/checks/unfinished-runs.ts';
import { usageText, usagesOf } from '../../authoring/checks/usages.ts';
import type { WorkspaceDefinitions } from '../../authoring/context/workspace-definitions.ts';
import type { ResourceItem } from '../../core/hangar.ts';

/** Returns a function that describes the effects of deleting a resource on tasks and unfinished runs. */
export function useResourceDeletionImpact() {
  const countUnfinishedRuns = useUnfinishedRunCount();
  return async (item: ResourceItem, definitions: WorkspaceDefinitions): Promise<readonly string[]> => {
    const uses = usagesOf('resource', item, definitions);
    const bound = uses.filter(({ paths }) => paths.some(([top]) => top === 'resources'));
    const passing = uses.filter((use) => !bound.includes(use));
    const counts = await Promise.all(bound.map(({ id }) => countUnfinishedRuns({ task: id })));
    return [
      ...usageText(bound, (names) => `${names} ${bound.length === 1 ? 'needs' : 'need'} it to execute.`),
      ...unfinishedRunsText(
        counts.reduce((sum, count) => sum + count, 0),
        'run',
      ),
      ...usageText(
        passing,
        (names) => `${names} ${passing.length === 1 ? 'passes' : 'pass'} it to other tasks, which then cannot execute.`,
      ),
    ];
  };
}
