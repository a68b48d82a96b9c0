import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { version } from '../../../package.json' with { type: 'json' };
import { WORKSPACE_SCHEMA_FILE } from '../../../shared/model/workspace.ts';
import { isJsonObject } from '../../../shared/values/json.ts';
import { messageOf } from '../../../shared/values/messages.ts';
import type { EmulatorOptions } from './emulator-options.ts';
import { StartError } from '../host/start-error.ts';
import { MAX_FILE_BYTES, readRegularFile } from '../files/read-file.ts';
import { replaceText } from '../store/workspace/workspace-adapter.ts';
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
  const authored = store.authored();
  const namesSchema = isJsonObject(authored) && authored['$schema'] === WORKSPACE_SCHEMA_FILE;
  if (file !== null && data !== null && namesSchema) await writeSchema(dirname(file), logger);
  const folder = workspace.folder ?? (file === null ? process.cwd() : dirname(file));
  return { store, file: file ?? '', folder };
}

/** Writes the JSON Schema beside a workspace file that names it, unless this version has written it before. */
async function writeSchema(folder: string, logger: EmulatorOptions['logger']): Promise<void> {
  const path = join(folder, WORKSPACE_SCHEMA_FILE);
  const mark = `"$comment": "Written by Hangar ${version}"`;
  try {
    const before = existsSync(path) ? (await readRegularFile(path, MAX_FILE_BYTES.workspace)).toString('utf8') : '';
    if (before.slice(0, 200).includes(mark)) return;
    // Most starts do not need it.
    const { workspaceJsonSchema } = await import('../../../shared/model/workspace.ts');
    const schema = JSON.stringify(workspaceJsonSchema(), null, 2);
    await replaceText(path, `{\n  ${mark},${schema.slice(1)}\n`);
  } catch (error) {
    logger.warn(`The JSON Schema for editors cannot be written to ${path}: ${messageOf(error)}`);
  }
}
