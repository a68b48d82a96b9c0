import { goingOn, useRunsUnderWay } from '../../authoring/checks/runs-under-way.ts';
import { aboutUses, usesOf } from '../../authoring/checks/uses.ts';
import type { DefinitionWorld } from '../../authoring/context/world.ts';
import type { ResourceItem } from '../../core/hangar.ts';

/** Gives what breaks when a resource is deleted: tasks that are bound to it, and what gives it to others. */
export function useResourceLosses() {
  const runsUnderWay = useRunsUnderWay();
  return async (item: ResourceItem, world: DefinitionWorld): Promise<readonly string[]> => {
    const uses = usesOf('resource', item, world);
    const bound = uses.filter(({ paths }) => paths.some(([top]) => top === 'resources'));
    const giving = uses.filter((use) => !bound.includes(use));
    const counts = await Promise.all(bound.map(({ id }) => runsUnderWay({ task: id })));
    return [
      ...aboutUses(
        bound,
        (names) => `${names} ${bound.length === 1 ? 'is' : 'are'} bound to it: executing that is refused without it.`,
      ),
      ...goingOn(
        counts.reduce((sum, count) => sum + count, 0),
        'run',
      ),
      ...aboutUses(giving, (names) => `${names} gives it to what it executes: that is refused without it.`),
    ];
  };
}
