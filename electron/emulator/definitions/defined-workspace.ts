import type { DefinitionProblem } from '../../../shared/definitions/definition-problem.ts';
import type { DefinitionRow } from '../../../shared/contract/emulator/definitions.ts';
import type { Workspace } from '../../../shared/model/workspace.ts';
import type { CollectionName } from '../../../shared/registry/collections.ts';
import type { WorkspaceStore } from '../engine/context/ports.ts';
import { inFile } from '../engine/resources/collection-edit.ts';
import type { DefinitionFolders } from './definition-folders.ts';
import { mergeDefinitions, type MergedDefinitions } from './merge.ts';
import type { DefinitionSet } from './reader/messages.ts';

/** A result of merging, and what was merged. */
interface MergedVersion {
  readonly own: Workspace;
  readonly set: DefinitionSet;
  readonly result: MergedDefinitions;
}

/** The definitions of the workspace together with those of files. A change concerns the workspace alone. */
export class DefinedWorkspace implements WorkspaceStore {
  readonly #own: WorkspaceStore;
  readonly #folders: DefinitionFolders;
  #merged: MergedVersion | undefined;
  readonly #listeners = new Set<() => void>();
  readonly #unsubscribe: () => void;
  #readings = 0;

  /** @param own the store of the workspace file */
  constructor(own: WorkspaceStore, folders: DefinitionFolders) {
    this.#own = own;
    this.#folders = folders;
    own.subscribe(() => {
      folders.follow();
      this.#announce();
    });
    this.#unsubscribe = folders.subscribe(() => {
      this.#readings++;
      this.#announce();
    });
  }

  /** Stops following the files. */
  close(): void {
    this.#unsubscribe();
  }

  current = (): Workspace => this.#now.workspace;

  #announce(): void {
    for (const listener of this.#listeners) listener();
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Number of readings that have changed something. */
  get readings(): number {
    return this.#readings;
  }

  /** Everything that was found in files. */
  get rows(): readonly DefinitionRow[] {
    return this.#now.rows;
  }

  get problems(): readonly DefinitionProblem[] {
    return this.#now.problems;
  }

  get warnings(): readonly string[] {
    return this.#now.warnings;
  }

  /** The place of a task or resource that lies in a file; `undefined` for others. */
  sourceOf = (collection: CollectionName, slug: string): { readonly file: string; readonly line: number } | undefined =>
    collection === 'tasks' || collection === 'resources' ? this.#now.sources[collection].get(slug) : undefined;

  change = (edit: (workspace: Workspace) => Workspace): Promise<void> =>
    this.#own.change((own) => {
      const { result } = this.#mergedWith(own);
      return this.#withoutFiles(edit(result.workspace), own, result);
    });

  get #now(): MergedDefinitions {
    return this.#mergedWith(this.#own.current()).result;
  }

  #mergedWith(own: Workspace): MergedVersion {
    const set = this.#folders.current();
    if (this.#merged?.own === own && this.#merged.set === set) return this.#merged;
    return (this.#merged = { own, set, result: mergeDefinitions(own, set) });
  }

  /** An edited workspace without what files have added. Throws 409 for a change of that. */
  #withoutFiles(edited: Workspace, own: Workspace, merged: MergedDefinitions): Workspace {
    const { workspace, sources } = merged;
    if (workspace === own) return edited;
    return {
      ...edited,
      tasks: ownItems(edited.tasks, { own: own.tasks, merged: workspace.tasks, sources: sources.tasks }),
      resources: ownItems(edited.resources, {
        ...{ own: own.resources, merged: workspace.resources },
        sources: sources.resources,
      }),
      environments: ownEnvironments(edited, own, workspace),
      settings: ownSettings(edited, own, workspace),
    };
  }
}

interface ItemLists<Item> {
  readonly own: readonly Item[];
  readonly merged: readonly Item[];
  readonly sources: ReadonlyMap<string, { readonly file: string; readonly line: number }>;
}

/** The items of an edited list that files have not added; those must be unchanged. */
function ownItems<Item extends { readonly slug: string }>(
  edited: readonly Item[],
  { own, merged, sources }: ItemLists<Item>,
): Item[] {
  if (sources.size === 0) return [...edited];
  const kept = new Set(edited);
  const ownSlugs = new Set(own.map(({ slug }) => slug));
  for (const item of merged) {
    const source = sources.get(item.slug);
    if (source !== undefined && !ownSlugs.has(item.slug) && !kept.has(item)) throw inFile(item.slug, source);
  }
  const ofFiles = new Set(merged.slice(own.length));
  const rest = edited.filter((item) => !ofFiles.has(item));
  for (const { slug } of rest) {
    const source = ownSlugs.has(slug) ? undefined : sources.get(slug);
    if (source !== undefined) throw inFile(slug, source);
  }
  return rest;
}

/** The environments without config variables of files. */
function ownEnvironments(edited: Workspace, own: Workspace, merged: Workspace): Workspace['environments'] {
  if (merged.environments === own.environments) return edited.environments;
  if (edited.environments === merged.environments) return own.environments;
  return edited.environments.map((environment) => {
    const added = merged.environments.find(({ slug }) => slug === environment.slug)?.config ?? {};
    const before = own.environments.find(({ slug }) => slug === environment.slug);
    if (merged.environments.includes(environment) && before !== undefined) return before;
    const config = Object.entries(environment.config).filter(
      ([name, value]) => value !== added[name] || before?.config[name] !== undefined,
    );
    return { ...environment, config: Object.fromEntries(config) };
  });
}

/** The settings without what files have added. */
function ownSettings({ settings }: Workspace, own: Workspace, merged: Workspace): Workspace['settings'] {
  if (settings === merged.settings) return own.settings;
  const { sdk, decisions, ...rest } = settings;
  const { outputs, ...others } = decisions;
  const isOwnWord = own.settings.sdk !== undefined || sdk !== merged.settings.sdk;
  const isOwnChoice = own.settings.decisions.outputs !== undefined || outputs !== merged.settings.decisions.outputs;
  return {
    ...rest,
    ...(isOwnWord && sdk !== undefined ? { sdk } : {}),
    decisions: isOwnChoice ? decisions : others,
  };
}
