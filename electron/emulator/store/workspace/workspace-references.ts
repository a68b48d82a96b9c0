import { effectiveId } from './effective-id.ts';
import { type Reference, referencesIn } from '../../../../shared/model/references.ts';
import { namesTask } from '../../../../shared/model/built-in-tasks.ts';
import { resourceOddities } from '../../../../shared/model/resource-config.ts';
import { quoteForMessage } from '../../../../shared/values/messages.ts';
import type { Workspace } from '../../../../shared/model/workspace.ts';
import { unknownRolesIn } from '../../../../shared/registry/permission-roles.ts';
import { environmentsOf, LOCAL_USER } from '../../engine/definitions/definitions.ts';
import { COLLECTION_NAMES, COLLECTIONS, keyOf, type ReferenceTarget } from '../../../../shared/registry/collections.ts';
import { pathText, type JsonPath } from '../../../../shared/values/json.ts';

/** Names that references may use: IDs and slugs (or email addresses) by kind. */
type Known = Readonly<Record<ReferenceTarget, ReadonlySet<string>>>;

/** The collections whose definitions refer to others. */
const REFERRING = COLLECTION_NAMES.filter((name) => COLLECTIONS[name].references.length > 0);

/** Maximum number of warnings. */
const MAX_WARNINGS = 1000;

/** Warnings about references to definitions that do not exist, with their paths. */
export function referenceWarnings(workspace: Workspace): readonly string[] {
  const known = knownIn(workspace);
  const warnings: string[] = [];
  for (const collection of REFERRING) {
    for (const [i, item] of workspace[collection].entries()) {
      for (const reference of referencesIn(collection, item)) {
        const { what, name, path } = reference;
        if (namesNothing(reference, known)) warnings.push(warning([collection, i, ...path], what, name));
        if (warnings.length === MAX_WARNINGS) return warnings;
      }
      for (const { roleID, path } of unknownRolesIn(item)) {
        // Clients with a fixed list of roles cannot parse it (decision `roles`).
        warnings.push(`${pathText([collection, i, ...path])}: no client knows the role "${quoteForMessage(roleID)}".`);
        if (warnings.length === MAX_WARNINGS) return warnings;
      }
      for (const [at, { subUserID, subGroupID }] of ('permissions' in item ? item.permissions : []).entries()) {
        if (subUserID !== '' || subGroupID !== '') continue;
        warnings.push(`${pathText([collection, i, 'permissions', at])}: names neither a user nor a group.`);
        if (warnings.length === MAX_WARNINGS) return warnings;
      }
    }
  }
  for (const [i, { kind, resource }] of workspace.resources.entries())
    for (const { path, message } of resourceOddities(kind, resource)) {
      warnings.push(`${pathText(['resources', i, ...path])}: ${message}.`);
      if (warnings.length === MAX_WARNINGS) return warnings;
    }
  return warnings;
}

function warning(path: JsonPath, what: ReferenceTarget, name: string): string {
  return `${pathText(path)}: there is no ${what} "${name}".`;
}

function namesNothing({ what, name, path }: Reference, known: Known): boolean {
  // A key may name the ID of its API user, which is in no list of users.
  const isApiUser = path.at(-1) === 'subUserID' && name.startsWith('usr');
  // A template is resolved when it runs.
  if (name === '' || name.includes('{{') || isApiUser) return false;
  return what === 'task' ? !namesTask(name, known.task) : !known[what].has(name);
}

function knownIn(workspace: Workspace): Known {
  const known: Record<ReferenceTarget, Set<string>> = {
    task: new Set(),
    runbook: new Set(),
    resource: new Set(),
    group: new Set(),
    environment: new Set(environmentsOf(workspace).flatMap(({ id, slug }) => [id, slug])),
    user: new Set([LOCAL_USER.id, LOCAL_USER.email]),
  };
  for (const name of COLLECTION_NAMES) {
    const { renamedAs } = COLLECTIONS[name];
    if (renamedAs === null) continue;
    for (const item of workspace[name]) known[renamedAs].add(keyOf(name, item)).add(effectiveId(name, item));
  }
  return known;
}
