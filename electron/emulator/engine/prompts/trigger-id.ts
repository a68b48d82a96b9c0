import type { TaskDefinition } from '../definitions/definitions.ts';

/** Prefix of the ID of a task's form, which is the only trigger that a request can name. */
const TRIGGER_PREFIX = 'trg';

/** The ID of the form of a task. */
export function triggerIdOf(task: TaskDefinition): string {
  return `${TRIGGER_PREFIX}${task.id}`;
}

/** The ID of the task whose form has this ID; "" for none. */
export function taskIdOfTrigger(triggerID: string): string {
  return triggerID.startsWith(TRIGGER_PREFIX) ? triggerID.slice(TRIGGER_PREFIX.length) : '';
}
