import type { Permission } from '../../shared/model/access.ts';
import type { Reviewers } from '../../shared/model/behavior.ts';
import type { IdKind } from '../../shared/model/identifier.ts';
import type { Workspace } from '../../shared/model/workspace.ts';
import { compileDefinitions, idOf, LOCAL_USER } from '../engine/definitions.ts';
import { pathText, type JsonPath } from './workspace-error.ts';

/** What a reference may name: IDs and slugs (or e-mails) of everything of one kind. */
type Known = Readonly<Record<'task' | 'resource' | 'group' | 'user' | 'environment', ReadonlySet<string>>>;

/** Takes note of a reference that names nothing. */
type Refer = (what: keyof Known, reference: string, path: JsonPath) => void;

/** Sentences about references to what does not exist, each with its place. */
export function referenceWarnings(workspace: Workspace): readonly string[] {
  const known = knownIn(workspace);
  const warnings: string[] = [];
  const refer: Refer = (what, reference, path) => {
    // A template names something only when it runs.
    if (reference === '' || reference.includes('{{') || known[what].has(reference)) return;
    warnings.push(`${pathText(path)}: there is no ${what} "${reference}".`);
  };
  teamReferences(workspace, refer);
  workspace.resources.forEach(({ permissions }, i) => permissionReferences(permissions, ['resources', i], refer));
  workspace.tasks.forEach((task, i) => {
    permissionReferences(task.permissions, ['tasks', i], refer);
    resourceReferences(task.resources, ['tasks', i], refer);
    if (task.behavior.kind !== 'steps') return;
    task.behavior.steps.forEach((step, j) => stepReferences(step, ['tasks', i, 'behavior', 'steps', j], refer));
  });
  workspace.runbooks.forEach(({ permissions, blocks }, i) => {
    permissionReferences(permissions, ['runbooks', i], refer);
    blocks.forEach((block, j) => stepReferences(block, ['runbooks', i, 'blocks', j], refer));
  });
  return warnings;
}

function knownIn(workspace: Workspace): Known {
  const namesOf = (kind: IdKind, items: readonly { id?: string | undefined; slug: string }[]): Set<string> =>
    new Set(items.flatMap((item) => [item.slug, idOf(kind, item, item.slug)]));
  const users = workspace.users.flatMap((user) => [user.email, idOf('user', user, user.email)]);
  return {
    task: namesOf('task', workspace.tasks),
    resource: namesOf('resource', workspace.resources),
    group: namesOf('group', workspace.groups),
    environment: namesOf('environment', compileDefinitions(workspace).environments.all),
    user: new Set([...users, LOCAL_USER.id, LOCAL_USER.email]),
  };
}

function teamReferences({ groups, apiKeys }: Workspace, refer: Refer): void {
  groups.forEach(({ members }, i) =>
    members.forEach((member, j) => refer('user', member, ['groups', i, 'members', j])),
  );
  apiKeys.forEach(({ user, environments }, i) => {
    refer('user', user ?? '', ['apiKeys', i, 'user']);
    environments?.forEach((environment, j) => refer('environment', environment, ['apiKeys', i, 'environments', j]));
  });
}

function permissionReferences(permissions: readonly Permission[], path: JsonPath, refer: Refer): void {
  permissions.forEach(({ subGroupID, subUserID }, i) => {
    refer('group', subGroupID, [...path, 'permissions', i, 'subGroupID']);
    // A key may be named by its API user's ID, which is in no list of users.
    if (!subUserID.startsWith('usr')) refer('user', subUserID, [...path, 'permissions', i, 'subUserID']);
  });
}

function resourceReferences(resources: Readonly<Record<string, string>>, path: JsonPath, refer: Refer): void {
  for (const [alias, resource] of Object.entries(resources)) refer('resource', resource, [...path, 'resources', alias]);
}

interface Referring {
  readonly when?: string | undefined;
  readonly task?: string;
  readonly resources?: Readonly<Record<string, string>> | undefined;
  readonly reviewers?: Reviewers;
}

/** A step or a block. */
function stepReferences({ task, resources, reviewers }: Referring, path: JsonPath, refer: Refer): void {
  refer('task', task ?? '', [...path, 'task']);
  resourceReferences(resources ?? {}, path, refer);
  reviewers?.groups.forEach((group, i) => refer('group', group, [...path, 'reviewers', 'groups', i]));
  reviewers?.users.forEach((user, i) => refer('user', user, [...path, 'reviewers', 'users', i]));
}
