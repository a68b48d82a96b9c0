import { existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { openProcessRecords } from '../behaviors/process-records.ts';
import { createScriptRunner } from '../behaviors/script/script-runner.ts';
import { DefinitionFolders } from '../definitions/definition-folders.ts';
import { mergeDefinitions, type MergedDefinitions } from '../definitions/merge.ts';
import type { ListCode } from '../definitions/reader.ts';
import { StartError } from '../host/start-error.ts';
import { openWorkspace } from '../store/workspace/workspace-file.ts';
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
    return await readWith(folder, folder, {
      own: NO_WORKSPACE,
      list: codeLister(script, () => ({ python: PYTHON, config: {} })),
    });
  } finally {
    await script.close();
  }
}

const NO_WORKSPACE = Workspace.parse({ version: 1 });

/** The result of copying definitions into a workspace file. */
export interface ImportedDefinitions {
  /** Slugs of the tasks that were added. */
  readonly added: readonly string[];
  /** Slugs that the file has already. */
  readonly present: readonly string[];
  /** Files of code, which an import does not execute, and files that cannot be read. */
  readonly leftOut: readonly string[];
  readonly merged: MergedDefinitions;
}

/**
 * Copies the definition files of a folder into a workspace file, which is created when missing. Nothing is executed, and nothing is
 * written when nothing is found. What the file has stays as it is. @param folder absolute. @param into absolute
 */
export async function importDefinitions(folder: string, into: string): Promise<ImportedDefinitions> {
  const exists = existsSync(into);
  const store = await openWorkspace({ file: into, initial: { version: 1 }, readOnly: true });
  const own = store.current();
  await store.close();
  const merged = await readWith(folder, dirname(into), { own: NO_WORKSPACE, list: noCode });
  const known = new Set(own.tasks.map(({ slug }) => slug));
  const tasks = merged.workspace.tasks.filter(({ slug }) => !known.has(slug));
  const result = {
    added: tasks.map(({ slug }) => slug),
    present: merged.workspace.tasks.flatMap(({ slug }) => (known.has(slug) ? [slug] : [])),
    leftOut: merged.rows.flatMap(({ problem, slug }) =>
      problem !== undefined && !merged.sources.tasks.has(slug) ? [problem] : [],
    ),
    merged,
  };
  if (merged.workspace.tasks.length === 0 || (tasks.length === 0 && exists)) return result;
  const written = await openWorkspace({ file: into, initial: { version: 1 } });
  try {
    await written.change((before) => ({
      ...before,
      tasks: [...before.tasks, ...tasks],
      resources: [
        ...before.resources,
        ...merged.workspace.resources.filter(({ slug }) => !before.resources.some((one) => one.slug === slug)),
      ],
      environments: before.environments.length === 0 ? merged.workspace.environments : before.environments,
    }));
  } finally {
    await written.close();
  }
  return result;
}

const noCode: ListCode = ({ files }) =>
  Promise.resolve(
    files.map((file) => ({
      file,
      definitions: [],
      problem: { line: 1, column: 1, message: 'is code, which an import does not execute; serve its folder instead' },
    })),
  );

async function readWith(
  folder: string,
  workspaceFolder: string,
  { own, list }: { readonly own: Workspace; readonly list: ListCode },
): Promise<MergedDefinitions> {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new StartError('usage', `the folder ${folder} does not exist`);
  const selections = [{ root: folder, base: folder }];
  const folders = new DefinitionFolders(() => ({ selections, workspaceFolder, word: undefined, python: PYTHON }), list);
  try {
    await folders.read();
    return mergeDefinitions(own, folders.current());
  } finally {
    await folders.close();
  }
}
