import { useCallback } from 'react';
import { scriptNameOf } from '../../../../shared/values/messages.ts';
import { type TaskItem, useTasks } from '../../../core/data/hangar.ts';
import type { SourceOf } from '../../../ui/text/links.tsx';

/** Returns the function that finds the task of a script file named in messages of a run of `taskID`. */
export function useSourceOf(taskID: string): SourceOf {
  const { items } = useTasks();
  return useCallback((file: string) => sourcePage(items, taskID, file), [items, taskID]);
}

/**
 * Path of the page with the source of a script file. Code in the workspace file is named after its task. Any other file, such as
 * an imported one, belongs to the running script.
 */
export function sourcePage(
  tasks: readonly Pick<TaskItem, 'id' | 'slug' | 'behavior'>[],
  taskID: string,
  file: string,
): string | undefined {
  const own = tasks.find(({ id, behavior }) => id === taskID && behavior.kind === 'script');
  const has = ({ slug, behavior }: Pick<TaskItem, 'slug' | 'behavior'>): boolean => {
    if (behavior.kind !== 'script') return false;
    const named = 'file' in behavior ? behavior.file?.replace(/^\.\//, '') : scriptNameOf(slug);
    return named === file.replaceAll('\\', '/');
  };
  const task = own !== undefined && has(own) ? own : (tasks.find(has) ?? own);
  return task === undefined ? undefined : `/tasks/${task.id}/behavior`;
}
