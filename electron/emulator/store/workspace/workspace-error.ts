import { pathText, type JsonPath } from '../../../../shared/values/json.ts';

/** Thrown when the workspace file is invalid. The message names the file, the position and the problem. */
export class WorkspaceError extends Error {
  override readonly name = 'WorkspaceError';
}

/** A problem of a workspace and its path. */
export interface Problem {
  readonly path: JsonPath;
  readonly message: string;
}

const MAX_PROBLEMS = 8;

/** Formats problems as one sentence. */
export function problemsText(problems: readonly Problem[]): string {
  const named = problems
    .slice(0, MAX_PROBLEMS)
    .map(({ path, message }) => (path.length === 0 ? message : `${pathText(path)}: ${message}`));
  const more = problems.length > MAX_PROBLEMS ? `; and ${problems.length - MAX_PROBLEMS} more` : '';
  return `${named.join('; ')}${more}.`;
}
