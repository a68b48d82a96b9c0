import { builtInName } from '../values/identifier.ts';

const START = 'Hangar has no built-in task ';

/** The message of the 404 for a built-in task that neither the workspace nor Hangar has. Source: task runtime, "Built-in tasks". */
export function noBuiltInTask(slug: string): string {
  const everywhere = slug.startsWith('*') ? '' : `, or "*:${builtInName(slug) ?? ''}" to serve every word`;
  return `${START}"${slug}". Define a stand-in: a task in the workspace with the slug "${slug}"${everywhere}, and any behavior.`;
}

/** The slug in a message of `noBuiltInTask`; `undefined` for any other message. */
export function missingBuiltIn(message: string): string | undefined {
  return message.startsWith(START) ? message.slice(START.length).split('"')[1] : undefined;
}

/** True when a reference to a task is among the names, or stands for one that serves every word, such as `*:sql_query`. */
export function namesTask(reference: string, names: ReadonlySet<string>): boolean {
  return names.has(reference) || names.has(`*:${builtInName(reference) ?? ''}`);
}
