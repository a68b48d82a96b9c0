import { builtInName } from '../values/identifier.ts';
import { BUILT_IN_TASKS } from './behavior.ts';

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
