import type { IdKind } from '../../../../shared/registry/ids.ts';
import { type Reference, referencesIn } from '../../../../shared/model/references.ts';
import { shown } from '../../../../shared/values/shown.ts';
import type { Workspace } from '../../../../shared/model/workspace.ts';
import { unknownRolesIn } from '../../../../shared/registry/permission-roles.ts';
import { environmentsOf, idOf, LOCAL_USER } from '../../engine/definitions.ts';
import {
  type CollectionName,
  type ReferenceTarget,
  COLLECTION_NAMES,
  COLLECTIONS,
} from '../../../../shared/registry/collections.ts';
import { pathText, type JsonPath } from '../../../../shared/values/json-path.ts';

/** Names that references may use: IDs and slugs (or email addresses) by kind. */
type Known = Readonly<Record<ReferenceTarget, ReadonlySet<string>>>;

/** The collections whose definitions refer to others. */
const REFERRING = COLLECTION_NAMES.filter((name) => COLLECTIONS[name].references.length > 0);

/** Maximum number of warnings. */
const MAX_WARNINGS = 1000;

/** Warnings about references to definitions that do not exist, with their paths. Yields after each definition. */
export function* warningsInSteps(workspace: Workspace): Generator<void, readonly string[], undefined> {
  const known = knownIn(workspace);
  const warnings: string[] = [];
  for (const collection of REFERRING) {
    for (const [i, item] of workspace[collection].entries()) {
      for (const reference of referencesOf(collection, item)) {
        const { what, name, path } = reference;
        if (namesNothing(reference, known)) warnings.push(warning([collection, i, ...path], what, name));
        if (warnings.length === MAX_WARNINGS) return warnings;
      }
      for (const { roleID, path } of unknownRolesIn(item)) {
        // Clients with a fixed list of roles cannot parse it (decision `roles`).
        warnings.push(`${pathText([collection, i, ...path])}: no client knows the role "${shown(roleID)}".`);
        if (warnings.length === MAX_WARNINGS) return warnings;
      }
      yield;
    }
  }
  return warnings;
}

/** Cache of references. Definitions are immutable, so they stay valid. */
const found = new WeakMap<object, readonly Reference[]>();

function referencesOf(collection: CollectionName, item: object): readonly Reference[] {
  let references = found.get(item);
  if (references === undefined) found.set(item, (references = referencesIn(collection, item)));
  return references;
}

function warning(path: JsonPath, what: ReferenceTarget, name: string): string {
  return `${pathText(path)}: there is no ${what} "${name}".`;
}

function namesNothing({ what, name, path }: Reference, known: Known): boolean {
  // A key may name the ID of its API user, which is in no list of users.
  const isApiUser = path.at(-1) === 'subUserID' && name.startsWith('usr');
  // A template is resolved when it runs.
  return name !== '' && !name.includes('{{') && !isApiUser && !known[what].has(name);
}

function knownIn(workspace: Workspace): Known {
  const namesOf = (kind: IdKind, items: readonly { id?: string | undefined; slug: string }[]): Set<string> =>
    new Set(items.flatMap((item) => [item.slug, idOf(kind, item, item.slug)]));
  const users = workspace.users.flatMap((user) => [user.email, idOf('user', user, user.email)]);
  return {
    task: namesOf('task', workspace.tasks),
    runbook: namesOf('runbook', workspace.runbooks),
    resource: namesOf('resource', workspace.resources),
    group: namesOf('group', workspace.groups),
    environment: namesOf('environment', environmentsOf(workspace)),
    user: new Set([...users, LOCAL_USER.id, LOCAL_USER.email]),
  };
}
