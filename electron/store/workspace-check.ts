import { KEY_OWNER_ROLES } from '../../shared/model/access.ts';
import { type Breach, runbookBreaches, taskBreaches } from '../../shared/model/formula-checks.ts';
import { resourceProblems } from '../../shared/model/resource-config.ts';
import type { Workspace } from '../../shared/model/workspace.ts';
import { LOCAL_USER } from '../engine/definitions.ts';
import { COLLECTIONS, effectiveId, nameOf } from './workspace-collections.ts';
import type { JsonPath, Problem } from './workspace-error.ts';
import { referenceWarnings } from './workspace-references.ts';

/** What a workspace breaks beyond its schema, and what of it refers to nothing. */
export interface WorkspaceCheck {
  /** Rules whose breach makes the file invalid. */
  readonly problems: readonly Problem[];
  /** Sentences; the file stays valid (product, "The workspace file"). */
  readonly warnings: readonly string[];
}

/**
 * The rules between the things of a workspace. Errors are what could never work or would be ambiguous: names taken twice, two
 * default environments, owners that may not own, expressions and patterns that are none, incomplete resources.
 */
export function checkWorkspace(workspace: Workspace): WorkspaceCheck {
  const problems = [
    ...duplicates(workspace),
    ...defaultEnvironments(workspace),
    ...owners(workspace),
    ...workspace.tasks.flatMap((task, i) => within(['tasks', i], taskBreaches(task))),
    ...workspace.runbooks.flatMap((runbook, i) => within(['runbooks', i], runbookBreaches(runbook))),
    ...workspace.resources.flatMap(({ kind, resource }, i) =>
      Object.entries(resourceProblems(kind, resource)).map(([field, message]) => ({
        path: ['resources', i, 'resource', field],
        message,
      })),
    ),
  ];
  return { problems, warnings: referenceWarnings(workspace) };
}

function duplicates(workspace: Workspace): Problem[] {
  return COLLECTIONS.flatMap((collection) => {
    const items = workspace[collection.name];
    const names = items.map((item) => nameOf(collection, item));
    const ids = items.map((item) => effectiveId(collection, item));
    return [...twice(names, collection.name, collection.nameField), ...twice(ids, collection.name, 'id')];
  });
}

function twice(values: readonly string[], collection: string, field: string): Problem[] {
  return values.flatMap((value, i) => {
    const first = values.indexOf(value);
    if (first === i) return [];
    return [{ path: [collection, i, field], message: `"${value}" is that of ${collection}[${first}] already` }];
  });
}

function defaultEnvironments({ environments }: Workspace): Problem[] {
  const first = environments.findIndex((environment) => environment.default);
  return environments.flatMap((environment, i) =>
    environment.default && i !== first
      ? [{ path: ['environments', i, 'default'], message: `environments[${first}] is the default already` }]
      : [],
  );
}

/** Decision `roles`. */
function owners({ apiKeys, users }: Workspace): Problem[] {
  const people = [LOCAL_USER, ...users];
  return apiKeys.flatMap(({ user }, i) => {
    const owner = people.find((person) => person.email === user || (person.id !== undefined && person.id === user));
    if (owner === undefined || KEY_OWNER_ROLES.includes(owner.role)) return [];
    return [{ path: ['apiKeys', i, 'user'], message: `"${user ?? ''}" is a ${owner.role}, who may not own a key` }];
  });
}

function within(path: JsonPath, breaches: readonly Breach[]): Problem[] {
  return breaches.map((breach) => ({ ...breach, path: [...path, ...breach.path] }));
}
