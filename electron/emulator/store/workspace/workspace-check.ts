import { KEY_OWNER_ROLES } from '../../../../shared/model/access.ts';
import {
  type Breach,
  labRuleBreaches,
  runbookBreaches,
  taskBreaches,
} from '../../../../shared/model/formula-checks.ts';
import { resourceProblems } from '../../../../shared/model/resource-config.ts';
import { longSecrets, SECRET_LIMITS, secretsOfDefinition } from '../../../../shared/model/secrets.ts';
import type { User, Workspace } from '../../../../shared/model/workspace.ts';
import { LOCAL_USER } from '../../engine/definitions/definitions.ts';
import { effectiveId } from './effective-id.ts';
import {
  byCollection,
  COLLECTION_NAMES,
  type CollectionName,
  COLLECTIONS,
  keyOf,
} from '../../../../shared/registry/collections.ts';
import type { Problem } from './workspace-error.ts';
import { referenceWarnings } from './workspace-references.ts';

/** Result of checking a workspace beyond its schema. */
interface WorkspaceCheck {
  /** Violated rules that make the file invalid. */
  readonly problems: readonly Problem[];
  /** Warnings; the file stays valid (docs/workspace-file.md, "Workspace file"). */
  readonly warnings: readonly string[];
}

/**
 * Checks the rules between definitions. Errors are definitions that can never work or are ambiguous: duplicate names, two default
 * environments, keys of users who may not own keys, invalid expressions and patterns, incomplete resources.
 */
export function checkWorkspace(workspace: Workspace): WorkspaceCheck {
  const problems = [
    ...duplicates(workspace),
    ...defaultEnvironments(workspace),
    ...owners(workspace),
    ...bypasses(workspace),
  ];
  const secrets = new Set<string>();
  for (const name of COLLECTION_NAMES) {
    for (const [i, item] of workspace[name].entries()) {
      for (const breach of known(item, BREACHES[name])) problems.push({ ...breach, path: [name, i, ...breach.path] });
      for (const { text } of secretsOfDefinition(name, item)) secrets.add(text);
    }
  }
  problems.push(...tooManySecrets(secrets));
  return { problems, warnings: referenceWarnings(workspace) };
}

/** Checks of a definition beyond its schema, by collection. */
const BREACHES: Readonly<Record<CollectionName, (item: object) => readonly Breach[]>> = {
  ...byCollection((name) => (item: object) => longSecrets(secretsOfDefinition(name, item))),
  tasks: withSecrets('tasks', taskBreaches),
  runbooks: withSecrets('runbooks', runbookBreaches),
  faults: withSecrets('faults', labRuleBreaches),
  answers: withSecrets('answers', labRuleBreaches),
  resources: (resource) => resourceBreaches(resource as Workspace['resources'][number]),
};

function withSecrets(name: CollectionName, breachesOf: (item: object) => readonly Breach[]) {
  return (item: object): readonly Breach[] => [...breachesOf(item), ...longSecrets(secretsOfDefinition(name, item))];
}

function tooManySecrets(secrets: ReadonlySet<string>): Problem[] {
  let characters = 0;
  for (const { length } of secrets) characters += length;
  if (characters <= SECRET_LIMITS.all) return [];
  const message = `the secrets of the workspace have ${characters} characters; at most ${SECRET_LIMITS.all} can be masked`;
  return [{ path: [], message }];
}

function resourceBreaches({ kind, resource }: Workspace['resources'][number]): Breach[] {
  return Object.entries(resourceProblems(kind, resource)).map(([field, message]) => ({
    path: ['resource', field],
    message,
  }));
}

/** Cache of results. Definitions are immutable, so they stay valid. */
const found = new WeakMap<object, readonly Breach[]>();

function known(item: object, breachesOf: (item: object) => readonly Breach[]): readonly Breach[] {
  let breaches = found.get(item);
  if (breaches === undefined) found.set(item, (breaches = breachesOf(item)));
  return breaches;
}

function duplicates(workspace: Workspace): Problem[] {
  return COLLECTION_NAMES.flatMap((name) => {
    const items = workspace[name];
    const keys = items.map((item) => keyOf(name, item));
    const ids = items.map((item) => effectiveId(name, item));
    return [...duplicateValues(keys, name, COLLECTIONS[name].key), ...duplicateValues(ids, name, 'id')];
  });
}

function duplicateValues(values: readonly string[], collection: string, field: string): Problem[] {
  const firsts = new Map<string, number>();
  return values.flatMap((value, i) => {
    const first = firsts.get(value);
    if (first === undefined) {
      firsts.set(value, i);
      return [];
    }
    return [{ path: [collection, i, field], message: `"${value}" is already used by ${collection}[${first}]` }];
  });
}

function defaultEnvironments({ environments }: Workspace): Problem[] {
  const first = environments.findIndex((environment) => environment.default);
  return environments.flatMap((environment, i) =>
    environment.default && i !== first
      ? [{ path: ['environments', i, 'default'], message: `environments[${first}] is already the default` }]
      : [],
  );
}

/** Decision `roles`. */
function owners({ apiKeys, users }: Workspace): Problem[] {
  const people = [LOCAL_USER, ...users];
  return apiKeys.flatMap(({ user }, i) => {
    const owner = ownerIn(people, user);
    if (owner === undefined || KEY_OWNER_ROLES.includes(owner.role)) return [];
    return [{ path: ['apiKeys', i, 'user'], message: `"${user ?? ''}" is a ${owner.role}, who may not own a key` }];
  });
}

/** Keys that bypass requests without belonging to an admin. */
function bypasses({ apiKeys, users }: Workspace): Problem[] {
  const people = [LOCAL_USER, ...users];
  return apiKeys.flatMap(({ user, requests }, i) => {
    const role = user === undefined ? 'admin' : ownerIn(people, user)?.role;
    if (requests === undefined || role === 'admin') return [];
    const message = `only the key of an admin may have "bypass", and "${user ?? ''}" is no admin`;
    return [{ path: ['apiKeys', i, 'requests'], message }];
  });
}

function ownerIn(people: readonly User[], named: string | undefined): User | undefined {
  return people.find(({ email, id }) => email === named || (id !== undefined && id === named));
}
