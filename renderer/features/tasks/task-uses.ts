import type { DefinitionWorld } from '../../core/authoring/definition-checks.ts';
import type { RunbookItem, TaskItem } from '../../core/hangar.ts';

/** The tasks and runbooks that execute a task in a step or block. */
export function usesOfTask(
  id: string,
  slug: string,
  { tasks, runbooks }: Pick<DefinitionWorld, 'tasks' | 'runbooks'>,
): { tasks: readonly TaskItem[]; runbooks: readonly RunbookItem[] } {
  const isIt = (reference: string) => reference === id || reference === slug;
  return {
    tasks: tasks.filter(
      ({ behavior }) =>
        behavior.kind === 'steps' && behavior.steps.some((step) => step.do === 'execute' && isIt(step.task)),
    ),
    runbooks: runbooks.filter(({ blocks }) => blocks.some((block) => block.kind === 'task' && isIt(block.task))),
  };
}
