import { statSync } from 'node:fs';
import { codeLister } from './code-lister.ts';
import type { ScriptRunner } from '../behaviors/script/script-runner.ts';
import { DefinedWorkspace } from '../definitions/defined-workspace.ts';
import { DefinitionFolders, type Wanted, selectionOf } from '../definitions/definition-folders.ts';
import type { Selection } from '../definitions/reader/messages.ts';
import { environmentsOf } from '../engine/definitions/definitions.ts';
import type { Closers } from '../host/closers.ts';
import { StartError } from '../host/start-error.ts';
import type { StateStore } from '../store/state/state.ts';
import type { WorkspaceFile } from '../store/workspace/workspace-file.ts';
import { problemSentence, type DefinitionProblem } from '../../../shared/definitions/definition-problem.ts';
import type { ComposedOptions } from './emulator-options.ts';
import type { OpenedWorkspace } from './workspace.ts';

/** The workspace with the definitions of files: what the engine and the server see. */
type OpenedDefinitions = Omit<WorkspaceFile, 'replace'> &
  Pick<DefinedWorkspace, 'sourceOf'> & {
    readonly rows: () => DefinedWorkspace['rows'];
    readonly pathOf: DefinitionFolders['pathOf'];
    readonly problems: () => readonly DefinitionProblem[];
    /** @param isImported the document came from outside: the definition files that it names are not read */
    readonly replace: (authored: unknown, isImported?: boolean) => Promise<void>;
  };

interface Dependencies {
  readonly options: ComposedOptions;
  readonly opened: OpenedWorkspace;
  readonly script: ScriptRunner;
  readonly state: StateStore;
  readonly closers: Closers;
}

/** Program of Python tasks where the setting names none. */
export const PYTHON = 'python3';
/** The secret of the state that holds the `definitions` of an imported workspace, which are not read. */
const NOT_READ = 'importedDefinitions';

/** Opens the folders of definition files and merges them with the workspace. A sandbox shares those of its parent. */
export async function openDefinitions(dependencies: Dependencies): Promise<{
  readonly workspace: OpenedDefinitions;
  readonly folders: DefinitionFolders;
}> {
  const { options, opened, closers } = dependencies;
  const { store } = opened;
  const named = namedFolders(options);
  const trust = trustIn(dependencies);
  const folders = options.parent?.folders ?? ownFolders(dependencies, named, trust);
  const defined = new DefinedWorkspace(store, folders);
  closers.add(async () => {
    defined.close();
    if (options.parent === undefined) await folders.close();
  });
  if (options.parent === undefined) {
    await folders.read();
    reportProblems(defined, options);
  }
  return { workspace: workspaceOf(store, { defined, folders, trust }), folders };
}

interface DefinitionParts {
  readonly defined: DefinedWorkspace;
  readonly folders: DefinitionFolders;
  readonly trust: Trust;
}

function workspaceOf(store: WorkspaceFile, { defined, folders, trust }: DefinitionParts): OpenedDefinitions {
  const sentences = (): string[] => defined.problems.map(problemSentence);
  return {
    ...store,
    ...{ current: defined.current, change: defined.change, subscribe: defined.subscribe, sourceOf: defined.sourceOf },
    rows: () => defined.rows,
    pathOf: (file) => folders.pathOf(file),
    problems: () => defined.problems,
    status: () => {
      const status = store.status();
      return {
        ...status,
        revision: status.revision + defined.readings,
        warnings: [...status.warnings, ...trust.warnings(), ...defined.warnings, ...sentences()],
      };
    },
    reload: async () => {
      await store.reload();
      await folders.read();
    },
    replace: async (authored, isImported = false) => {
      await store.replace(authored);
      if (isImported) trust.refuse();
      folders.follow();
    },
  };
}

/** The folders of `--definitions`. Throws `StartError` for one that is missing. */
function namedFolders({ definitions = [] }: ComposedOptions): readonly Selection[] {
  for (const root of definitions)
    if (statSync(root, { throwIfNoEntry: false })?.isDirectory() !== true)
      throw new StartError('usage', `the folder of definitions ${root} does not exist`);
  return definitions.map((root) => ({ root, base: root }));
}

interface Trust {
  /** The entries of the workspace that are read. */
  readonly entries: () => readonly string[];
  readonly warnings: () => readonly string[];
  /** Marks the entries of the current workspace as those of somebody else. */
  readonly refuse: () => void;
}

/** Reads what the user's own workspace names, and nothing that an import or a bundle names: code would be executed. */
function trustIn({ options, opened: { store }, state }: Dependencies): Trust {
  const named = (): readonly string[] => store.current().definitions ?? [];
  // Not the text itself, which would be masked like a secret.
  const mark = (): string => `not read: ${JSON.stringify(named())}`;
  const isRefused = (): boolean => options.opened !== undefined || state.get('secret', NOT_READ)?.value === mark();
  return {
    entries: () => (isRefused() ? [] : named()),
    warnings: () =>
      named().length > 0 && isRefused()
        ? [`The definition files of this workspace are not read, since it was imported: ${named().join(', ')}.`]
        : [],
    refuse: () => {
      if (named().length > 0) state.put('secret', { id: NOT_READ, value: mark() });
    },
  };
}

function ownFolders(
  { options, opened, script }: Dependencies,
  named: readonly Selection[],
  trust: Trust,
): DefinitionFolders {
  const { folder, store, file } = opened;
  const settings = () => store.current().settings;
  const wanted = (): Wanted => ({
    selections: [
      ...named.map((selection) =>
        file === '' || options.workspace.isNamed !== true ? selection : { ...selection, base: folder },
      ),
      ...trust.entries().map((entry) => selectionOf(entry, folder)),
    ],
    workspaceFolder: folder,
    word: settings().sdk ?? options.sdk,
    python: settings().python ?? PYTHON,
  });
  const list = codeLister(script, () => {
    const { config } = environmentsOf(store.current()).find((one) => one.default) ?? { config: {} };
    return { python: wanted().python, config };
  });
  return new DefinitionFolders(wanted, list);
}

/** Logs new problems of the files as they come; a start logs those that are there. */
function reportProblems(defined: DefinedWorkspace, { logger }: ComposedOptions): void {
  let known = new Set(defined.problems.map(problemSentence));
  defined.subscribe(() => {
    const sentences = defined.problems.map(problemSentence);
    for (const sentence of sentences) if (!known.has(sentence)) logger.warn(sentence);
    known = new Set(sentences);
  });
}
