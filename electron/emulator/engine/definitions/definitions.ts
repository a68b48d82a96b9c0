import { outputsChoice } from '../../../../shared/registry/decisions.ts';
import { derivedId, type IdKind } from '../../../../shared/registry/ids.ts';
import { TaskCatalogue, Catalogue } from './catalogue.ts';
import type { Role } from '../../../../shared/model/access.ts';
import type { Task } from '../../../../shared/model/task.ts';
import type { Runbook } from '../../../../shared/model/runbook.ts';
import type {
  ApiKey,
  Environment,
  Group,
  Resource,
  User,
  Workspace,
  Settings,
} from '../../../../shared/model/workspace.ts';

type WithId<T> = Omit<T, 'id' | 'name'> & { readonly id: string; readonly name: string };
export type TaskDefinition = WithId<Task>;
export type RunbookDefinition = WithId<Runbook>;
export type EnvironmentDefinition = WithId<Environment>;
type UserDefinition = WithId<User>;
type GroupDefinition = WithId<Group>;
export type ResourceDefinition = WithId<Resource>;
/** An API key with the API user it acts as (decision `roles`). */
export type KeyDefinition = WithId<ApiKey> & {
  readonly apiUserID: string;
  readonly ownerID: string;
  readonly role: Role;
};

/** The workspace compiled for look-ups: every definition has its ID and name. Immutable. */
export interface Definitions {
  readonly tasks: Catalogue<TaskDefinition>;
  readonly runbooks: Catalogue<RunbookDefinition>;
  readonly environments: Catalogue<EnvironmentDefinition>;
  readonly defaultEnvironment: EnvironmentDefinition;
  readonly users: Catalogue<UserDefinition>;
  readonly groups: Catalogue<GroupDefinition>;
  readonly resources: Catalogue<ResourceDefinition>;
  readonly keys: ReadonlyMap<string, KeyDefinition>;
  /** The choice of the decision `outputs`. */
  readonly outputs: ReturnType<typeof outputsChoice>;
}

/** The user of the window: an admin who always exists. */
export const LOCAL_USER: UserDefinition = {
  id: derivedId('user', 'local'),
  name: 'You (local user)',
  email: 'local@localhost',
  role: 'admin',
};

/** The user who executes what a webhook triggers (decision `webhook-param`). */
export const WEBHOOK_USER_ID = derivedId('user', 'webhook');

/** The user who executes what a schedule names. */
export const SCHEDULE_USER_ID = derivedId('user', 'schedule');

/** The only team of an emulator. */
export const TEAM_ID = derivedId('team', 'local');

/** The environment of a workspace that declares none. */
const ONLY_ENVIRONMENT: Environment = { slug: 'default', name: 'Default', default: true, config: {} };

/** Compiles a valid workspace. References to missing definitions stay; using them is an error. */
export function compileDefinitions(workspace: Workspace): Definitions {
  const environments = environmentsOf(workspace);
  const users = [LOCAL_USER, ...complete('user', workspace.users, ({ email }) => email)];
  const people = new Catalogue(users, ({ email }) => email);
  const chosen = environments.find((environment) => environment.default) ?? environments[0];
  if (chosen === undefined) throw new Error('a workspace always has an environment');
  return {
    tasks: new TaskCatalogue(complete('task', workspace.tasks, slugOf), slugOf),
    runbooks: new Catalogue(complete('runbook', workspace.runbooks, slugOf), slugOf),
    environments: new Catalogue(environments, slugOf),
    defaultEnvironment: chosen,
    users: people,
    groups: new Catalogue(complete('group', workspace.groups, slugOf), slugOf),
    resources: new Catalogue(complete('resource', workspace.resources, slugOf), slugOf),
    keys: new Map(complete('key', workspace.apiKeys, ({ key }) => key).map((key) => [key.key, withOwner(key, people)])),
    outputs: outputsChoice(workspace.settings),
  };
}

/** The environments of a workspace with their IDs; one when it declares none. */
export function environmentsOf({ environments }: Pick<Workspace, 'environments'>): EnvironmentDefinition[] {
  return complete('environment', environments.length > 0 ? environments : [ONLY_ENVIRONMENT], slugOf);
}

/** The ID of a definition: its own, or one derived from its kind and slug. */
export function idOf(kind: IdKind, item: { readonly id?: string | undefined }, slug: string): string {
  return item.id ?? derivedId(kind, slug);
}

function slugOf(item: { readonly slug: string }): string {
  return item.slug;
}

function complete<T extends { readonly id?: string | undefined; readonly name?: string | undefined }>(
  kind: IdKind,
  items: readonly T[],
  slug: (item: T) => string,
): (Omit<T, 'id' | 'name'> & { id: string; name: string })[] {
  return items.map((item) => ({ ...item, id: idOf(kind, item, slug(item)), name: item.name ?? slug(item) }));
}

function withOwner(key: WithId<ApiKey>, people: Catalogue<UserDefinition>): KeyDefinition {
  const owner = key.user === undefined ? LOCAL_USER : people.find(key.user);
  // A key whose owner does not exist is known, but refused where a role is required.
  return { ...key, apiUserID: derivedId('user', key.id), ownerID: owner?.id ?? '', role: owner?.role ?? 'viewer' };
}

/** Functions that read the current value of each setting, so that a change takes effect at once. */
export type SettingReaders = { readonly [Name in keyof Settings]-?: () => Settings[Name] };

/** Creates the readers of the settings. The composition passes each to the part that uses it. */
export function settingReaders(settings: () => Settings): SettingReaders {
  return {
    retainRuns: () => settings().retainRuns,
    maxBodyBytes: () => settings().maxBodyBytes,
    maxStateBytes: () => settings().maxStateBytes,
    trafficEntries: () => settings().trafficEntries,
    rateLimit: () => settings().rateLimit,
    scriptWorkers: () => settings().scriptWorkers,
    strict: () => settings().strict,
    seed: () => settings().seed,
    sdk: () => settings().sdk,
    python: () => settings().python,
    decisions: () => settings().decisions,
  };
}
