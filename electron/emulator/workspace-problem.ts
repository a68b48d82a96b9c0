import { existsSync } from 'node:fs';
import { openWorkspace } from './store/workspace/workspace-file.ts';
import { WorkspaceError } from './store/workspace/workspace-error.ts';

/** Checks a workspace file without changing it; returns the reason why it cannot be opened, or "". @param file absolute path */
export async function workspaceProblem(file: string): Promise<string> {
  if (!existsSync(file)) return `${file} does not exist.`;
  try {
    const opened = await openWorkspace({ file, initial: { version: 1 }, readOnly: true });
    await opened.close();
    return '';
  } catch (error) {
    if (error instanceof WorkspaceError) return error.message;
    throw error;
  }
}
