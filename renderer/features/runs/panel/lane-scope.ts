import { useCallback } from 'react';
import type { LogEntry } from '../../../../shared/model/run.ts';
import { instantOf } from '../../../ui/text/time.tsx';
import type { Lane } from '../timeline/lane.ts';
import { scriptNameOf } from '../../../../shared/values/messages.ts';
import { type TaskItem, useTasks } from '../../../core/data/hangar.ts';
import type { SourceOf } from '../../../ui/text/shown-text.tsx';

/** The selected part of a run, for the panel below the timeline. */
export interface LaneScope {
  readonly name: string;
  /** In milliseconds since 1970; `to` is null while it lasts. Null for a step before it begins. */
  readonly time: { readonly from: number; readonly to: number | null } | null;
  /** The only prompt to show; "" for all within the time. */
  readonly promptID: string;
}

/** The scope of a lane; `undefined` for the lane of a whole run. */
export function scopeOfLane(lane: Lane): LaneScope | undefined {
  if (lane.kind === 'run' || lane.kind === 'client') return undefined;
  const [first, last] = [lane.segments[0], lane.segments.at(-1)];
  const time = first === undefined || last === undefined ? null : { from: first.from, to: last.to };
  return { name: lane.name, time, promptID: lane.promptID };
}

/** True for a time within the scope. */
export function isWithin({ time }: LaneScope, timestamp: string): boolean {
  if (time === null) return false;
  const at = instantOf(timestamp);
  return at >= time.from && (time.to === null || at <= time.to);
}

/** The lines of a log within the scope. */
export function linesWithin(lines: readonly LogEntry[], scope: LaneScope | undefined): readonly LogEntry[] {
  return scope === undefined ? lines : lines.filter(({ timestamp }) => isWithin(scope, timestamp));
}

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
