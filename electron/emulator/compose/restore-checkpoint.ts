import { ApiError } from '../../../shared/http/errors.ts';
import type { Json } from '../../../shared/values/json.ts';
import type { WorkspaceOperations } from '../server/http/ports.ts';
import type { LoadedContent } from '../store/checkpoints/checkpoint-file.ts';
import { parseRecords, type ParsedRecord } from '../store/state/export.ts';
import type { CheckpointDependencies } from './checkpoints.ts';

/**
 * Restores a checkpoint. Definitions and state are two files: a mark on the disk lets the next start finish the restore after a
 * crash between them.
 */
export async function restore(name: string, dependencies: CheckpointDependencies): Promise<void> {
  const { store, workspace, exclusively, replaceState } = dependencies;
  const content = await store.read(name);
  const records = await checkedRecords(name, content);
  await exclusively(async () => {
    await workspace.refresh();
    await store.beginRestore(name);
    try {
      await replaceWorkspace(workspace, content.workspace);
      await replaceState(records);
    } finally {
      await store.endRestore();
    }
  });
}

/** Checks the records as an import does. Throws 409 that names the checkpoint. */
async function checkedRecords(name: string, { state }: LoadedContent): Promise<readonly ParsedRecord[]> {
  try {
    return await parseRecords(state);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw new ApiError('conflict', `The checkpoint "${name}" cannot be restored: ${error.message}`);
  }
}

/** Replaces the definitions unless they are equal, which keeps the author's layout of the file. */
export async function replaceWorkspace(
  { authored, replace }: Pick<WorkspaceOperations, 'authored' | 'replace'>,
  wanted: Json,
): Promise<void> {
  if (JSON.stringify(authored()) !== JSON.stringify(wanted)) await replace(wanted);
}
