import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { EmulatorOptions } from './emulator-options.ts';
import { StartError } from '../host/start-error.ts';
import { openWorkspace, type WorkspaceFile } from '../store/workspace/workspace-file.ts';

/** The opened workspace of an emulator. */
export interface OpenedWorkspace {
  readonly store: WorkspaceFile;
  /** Absolute path of the file; "" for none. */
  readonly file: string;
  /** Base folder of relative paths in the workspace. */
  readonly folder: string;
}

/** Opens the workspace of the options. In memory, its file is read and watched, but never written. */
export async function openWorkspaceOf({ workspace, data, logger }: EmulatorOptions): Promise<OpenedWorkspace> {
  const { file, initial, mustExist } = workspace;
  if (mustExist && file !== null && !existsSync(file)) {
    throw new StartError(
      'usage',
      `the workspace file ${file} does not exist; an emulator in memory does not create one`,
    );
  }
  const store = await openWorkspace({
    file,
    initial,
    readOnly: data === null,
    onProblem: (problem) => logger.warn(`${problem}\nThe previous definitions stay in use.`),
  });
  const folder = workspace.folder ?? (file === null ? process.cwd() : dirname(file));
  return { store, file: file ?? '', folder };
}
