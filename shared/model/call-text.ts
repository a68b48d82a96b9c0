import type { Call } from './call.ts';

/** A call in words: `tasks/execute for refund #2`. */
export function callText({ operation, task, nth }: Call): string {
  return `${operation}${task === undefined ? '' : ` for ${task}`} #${nth}`;
}
