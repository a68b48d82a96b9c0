import type { Referred } from '../../../shared/model/references.ts';
import {
  useApiKeys,
  useEnvironments,
  useGroups,
  useInfo,
  useResources,
  useRunbooks,
  useTasks,
  useUsers,
} from '../../core/data.ts';
import type {
  ApiKeyItem,
  EnvironmentItem,
  GroupItem,
  ResourceItem,
  RunbookItem,
  TaskItem,
  UserItem,
} from '../../core/hangar.ts';

/** All that is authored: what there is for a definition to refer to, and what may refer to it. */
export interface WorkspaceDefinitions {
  readonly tasks: readonly TaskItem[];
  readonly runbooks: readonly RunbookItem[];
  readonly environments: readonly EnvironmentItem[];
  readonly resources: readonly ResourceItem[];
  readonly groups: readonly GroupItem[];
  readonly users: readonly UserItem[];
  readonly apiKeys: readonly ApiKeyItem[];
  /** Whoever may be named by ID without being a user of the list: the local user, API users. */
  readonly actors: readonly { readonly id: string }[];
}

/** All that is authored; undefined until all of it is known. */
export function useWorkspaceDefinitions(): WorkspaceDefinitions | undefined {
  const [tasks, runbooks, environments, resources] = [useTasks(), useRunbooks(), useEnvironments(), useResources()];
  const [groups, users, apiKeys] = [useGroups(), useUsers(), useApiKeys()];
  const actors = useInfo()?.actors ?? [];
  if (![tasks, runbooks, environments, resources, groups, users, apiKeys].every(({ loaded }) => loaded))
    return undefined;
  return {
    tasks: tasks.items,
    runbooks: runbooks.items,
    environments: environments.items,
    resources: resources.items,
    groups: groups.items,
    users: users.items,
    apiKeys: apiKeys.items,
    actors,
  };
}

/** Every text that names something, by what it names. */
export function knownReferences(definitions: WorkspaceDefinitions): Readonly<Record<Referred, ReadonlySet<string>>> {
  const names = (items: readonly { readonly id: string; readonly slug: string }[]) =>
    new Set(items.flatMap(({ id, slug }) => [id, slug]));
  return {
    task: names(definitions.tasks),
    resource: names(definitions.resources),
    environment: names(definitions.environments),
    group: names(definitions.groups),
    user: new Set([
      ...definitions.users.flatMap(({ id, email }) => [id, email]),
      ...definitions.actors.map(({ id }) => id),
    ]),
  };
}
