import { existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { openProcessRecords } from '../behaviors/processes.ts';
import { createScriptRunner } from '../behaviors/script/script-runner.ts';
import { DefinitionFolders } from '../definitions/definition-folders.ts';
import { mergeDefinitions, type MergedDefinitions } from '../definitions/merge.ts';
import type { Selection, DefinitionSet } from '../definitions/reader/messages.ts';
import type { ListCode } from '../definitions/reader.ts';
import { StartError } from '../host/start-error.ts';
import type { AddedDefinitions } from '../server/http/ports.ts';
import { openWorkspace } from '../store/workspace/workspace-file.ts';
import type { Task } from '../../../shared/model/task.ts';
import { Workspace } from '../../../shared/model/workspace.ts';
import { codeLister } from './code-lister.ts';
import { PYTHON } from './definitions.ts';

/** Reads the definition files of a folder without a running Hangar. @param folder absolute. Throws `StartError` for a missing folder. */
export async function readDefinitions(folder: string): Promise<MergedDefinitions> {
  const script = createScriptRunner({
    ...{ workspaceFolder: () => folder, serverUrl: () => '', processes: openProcessRecords(null) },
    poolSize: () => 0,
  });
  try {
    const list = codeLister(script, () => ({ python: PYTHON, config: {} }));
    return mergeDefinitions(NO_WORKSPACE, await readSet(selectionOfFolder(folder), { workspaceFolder: folder, list }));
  } finally {
    await script.close();
  }
}

const NO_WORKSPACE = Workspace.parse({ version: 1 });

/**
 * Copies the definition files of a folder into a workspace file, which is created when missing. Nothing is executed, and nothing is
 * written when nothing is found. What the file has stays as it is. @param folder absolute. @param into absolute
 */
export async function importDefinitions(folder: string, into: string): Promise<AddedDefinitions> {
  const exists = existsSync(into);
  const store = await openWorkspace({ file: into, initial: { version: 1 }, readOnly: true });
  const own = store.current();
  await store.close();
  const workspaceFolder = dirname(into);
  const set = await readSet(selectionOfFolder(folder), { workspaceFolder });
  const result = addedTo(own, set, workspaceFolder);
  const { added, present } = result;
  if (added.length + present.length === 0 || (added.length === 0 && exists)) return result;
  const written = await openWorkspace({ file: into, initial: { version: 1 } });
  try {
    await written.change((before) => addedTo(before, set, workspaceFolder).workspace);
  } finally {
    await written.close();
  }
  return result;
}

/**
 * Adds the tasks of definition files that a workspace does not have, with the resources and config variables beside them, and the word
 * of their SDK.
 * @param folder that of the workspace file
 */
export function addedTo(own: Workspace, set: DefinitionSet, folder: string): AddedDefinitions {
  const { workspace, rows } = mergeDefinitions(own, set);
  const { tasks, resources, environments } = workspace;
  const known = new Set(own.tasks.map(({ slug }) => slug));
  const added = tasks.slice(own.tasks.length);
  const taken = new Set(tasks.map(({ slug }) => slug));
  // Code with an SDK inside finds its run, and its outputs count, by the word.
  const sdk = own.settings.sdk === undefined && added.length > 0 ? (set.word ?? '') : '';
  const settings = sdk === '' ? own.settings : { ...own.settings, sdk };
  return {
    workspace: { ...own, tasks, resources, environments, settings },
    sdk,
    rows,
    added: added.map(({ slug }) => slug),
    present: [
      ...new Set(
        set.files.flatMap(({ definitions }) =>
          definitions.flatMap(({ slug, task }) => (task === undefined || !known.has(slug) ? [] : [slug])),
        ),
      ),
    ],
    leftOut: rows.flatMap(({ problem, slug }) => (problem === undefined || taken.has(slug) ? [] : [problem])),
    missing: [...new Set(added.flatMap(filesOf))].filter((path) => !existsSync(resolve(folder, path))),
  };
}

/** The file and the folder that runs of a task need. */
function filesOf({ behavior }: Task): readonly string[] {
  const { file, cwd } = { file: undefined, cwd: undefined, ...behavior };
  return [file, 'call' in behavior ? behavior.call?.file : undefined, cwd].filter((path) => path !== undefined);
}

const noCode: ListCode = ({ files }) =>
  Promise.resolve(
    files.map((file) => ({
      file,
      definitions: [],
      problem: { line: 1, column: 1, message: 'is code, which an import does not execute; serve its folder instead' },
    })),
  );

/** Throws `StartError` for a missing folder. */
function selectionOfFolder(folder: string): Selection {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new StartError('usage', `the folder ${folder} does not exist`);
  return { root: folder, base: folder };
}

interface ReadOptions {
  readonly workspaceFolder: string;
  readonly word?: string | undefined;
  readonly python?: string | undefined;
  /** Executes code; without it, files of code are named. */
  readonly list?: ListCode;
}

/** Reads the definition files of a folder once. */
export async function readSet(
  selection: Selection,
  { workspaceFolder, word, python = PYTHON, list = noCode }: ReadOptions,
): Promise<DefinitionSet> {
  const folders = new DefinitionFolders(() => ({ selections: [selection], workspaceFolder, word, python }), list);
  try {
    await folders.read();
    return folders.current();
  } finally {
    await folders.close();
  }
}
