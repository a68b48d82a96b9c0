/** The workspace file cannot be used: the message names the file, the place in it, and what is wrong. */
export class WorkspaceError extends Error {
  override readonly name = 'WorkspaceError';
}

import { pathText, type JsonPath } from '../../../../shared/values/json-path.ts';

export { pathText, type JsonPath };

/** Something wrong with a workspace, and where. */
export interface Problem {
  readonly path: JsonPath;
  readonly message: string;
}

const MAX_PROBLEMS = 8;

/** The problems as one sentence. */
export function problemsText(problems: readonly Problem[]): string {
  const named = problems
    .slice(0, MAX_PROBLEMS)
    .map(({ path, message }) => (path.length === 0 ? message : `${pathText(path)}: ${message}`));
  const more = problems.length > MAX_PROBLEMS ? `; and ${problems.length - MAX_PROBLEMS} more` : '';
  return `${named.join('; ')}${more}.`;
}
