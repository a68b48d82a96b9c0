import { type CollectionName, referencesIn } from '../../../shared/model/references.ts';
import type { DefinitionWorld } from '../../core/authoring/world.ts';
import type { RunbookItem, TaskItem } from '../../core/hangar.ts';

/** The tasks and runbooks that execute a task in a step or block. */
export function usesOfTask(
  id: string,
  slug: string,
  { tasks, runbooks }: Pick<DefinitionWorld, 'tasks' | 'runbooks'>,
): { tasks: readonly TaskItem[]; runbooks: readonly RunbookItem[] } {
  const uses = (collection: CollectionName) => (item: object) =>
    referencesIn(collection, item).some(({ what, name }) => what === 'task' && (name === id || name === slug));
  return { tasks: tasks.filter(uses('tasks')), runbooks: runbooks.filter(uses('runbooks')) };
}
