import { existsSync } from 'node:fs';
import { openWorkspace } from '../store/workspace/workspace-file.ts';
import { WorkspaceError } from '../store/workspace/workspace-error.ts';

/** The result of a check: the reason that a file cannot be opened, "" when it can, and warnings. */
interface WorkspaceReport {
  readonly problem: string;
  readonly warnings: readonly string[];
}

/** Checks a workspace file without changing it. @param file absolute path */
export async function checkWorkspace(file: string): Promise<WorkspaceReport> {
  if (!existsSync(file)) return { problem: `${file} does not exist.`, warnings: [] };
  try {
    const opened = await openWorkspace({ file, initial: { version: 1 }, readOnly: true });
    const { warnings } = opened.status();
    await opened.close();
    return { problem: '', warnings };
  } catch (error) {
    if (error instanceof WorkspaceError) return { problem: error.message, warnings: [] };
    throw error;
  }
}

/** The reason that a workspace file cannot be opened, or "". @param file absolute path */
export async function workspaceProblem(file: string): Promise<string> {
  return (await checkWorkspace(file)).problem;
}
