import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { EmulatorOptions } from './emulator.ts';
import { StartError } from './host/start-error.ts';
import { openWorkspace, type WorkspaceFile } from './store/workspace/workspace-file.ts';

/** The workspace of an emulator, wherever it is kept. */
export interface OpenedWorkspace {
  readonly store: WorkspaceFile;
  /** Absolute path of the file; "" when there is none. */
  readonly file: string;
  /** Where relative paths in it start. */
  readonly folder: string;
}

/** Opens the workspace as the options say; in memory its file is read and watched, but never written. */
export async function openWorkspaceOf({ workspace, data, logger }: EmulatorOptions): Promise<OpenedWorkspace> {
  const { file, initial, mustExist } = workspace;
  if (mustExist && file !== null && !existsSync(file)) {
    throw new StartError('usage', `the workspace file ${file} does not exist, and in memory none is made`);
  }
  const store = await openWorkspace({
    file,
    initial,
    readOnly: data === null,
    onProblem: (problem) => logger.warn(`${problem}\nWhat the workspace held before stays in use.`),
  });
  return { store, file: file ?? '', folder: file === null ? process.cwd() : dirname(file) };
}
