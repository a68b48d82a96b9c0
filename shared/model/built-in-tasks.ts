import { z } from 'zod';
import { BEHAVIORS } from './behavior.ts';
import { Task } from './task.ts';
import { unionOf } from '../values/union-of.ts';
import { builtInName } from '../values/identifier.ts';

/** The names of the built-in tasks that come with Hangar. */
export const BUILT_IN_TASKS = ['sql_query', 'rest_request', 'graphql_request'] as const;
export type BuiltInTaskName = (typeof BUILT_IN_TASKS)[number];

/** The behavior of a task that comes with Hangar. No workspace declares it. */
const BuiltInBehavior = z.strictObject({
  kind: z.literal('builtin'),
  name: z.enum(BUILT_IN_TASKS),
  startDelaySeconds: z.literal(0).default(0),
  queueSeconds: z.literal(0).default(0),
  failureRate: z.literal(0).default(0),
});
export type BuiltInBehavior = z.output<typeof BuiltInBehavior>;

/** A task that can be executed: authored, or one that comes with Hangar. */
export const RunnableTask = Task.extend({
  behavior: unionOf('kind', { ...BEHAVIORS, builtin: BuiltInBehavior }).prefault({ kind: 'steps', steps: [] }),
});
export type RunnableTask = z.output<typeof RunnableTask>;

const START = 'Hangar has no built-in task ';

/** The message of the 404 for a built-in task that neither the workspace nor Hangar has. Source: docs/built-in-tasks.md, "Stand-ins". */
export function noBuiltInTask(slug: string): string {
  const everywhere = slug.startsWith('*') ? '' : `, or "*:${builtInName(slug) ?? ''}" to serve every word`;
  return `${START}"${slug}". Define a stand-in: a task in the workspace with the slug "${slug}"${everywhere}, and any behavior.`;
}

/** The slug in a message of `noBuiltInTask`; `undefined` for any other message. */
export function missingBuiltIn(message: string): string | undefined {
  return message.startsWith(START) ? message.slice(START.length).split('"')[1] : undefined;
}

/** True when a task with the name exists: among the names, as a built-in task with `*`, or as one that comes with Hangar. */
export function namesTask(reference: string, names: ReadonlySet<string>): boolean {
  const name = builtInName(reference);
  if (name === undefined) return names.has(reference);
  return names.has(reference) || names.has(`*:${name}`) || BUILT_IN_TASKS.some((own) => own === name);
}
