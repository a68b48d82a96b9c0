import { keysOf, tableOf } from '../values/objects.ts';
import type { JsonPath } from '../values/json.ts';

/** The kinds of definitions that other definitions refer to by slug, ID or e-mail address. */
export type ReferenceTarget = 'task' | 'runbook' | 'resource' | 'environment' | 'group' | 'user';

/** A place in a definition that refers to another definition. */
export interface ReferencePlace {
  /** Fields from the definition down; `EACH` matches every item of a list and every field of an object. */
  readonly at: JsonPath;
  readonly what: ReferenceTarget;
}

/** An authored collection of the workspace. */
interface CollectionEntry {
  /** The singular for sentences: `the API key "…"`. */
  readonly noun: string;
  /** The heading of a list of its definitions. */
  readonly label: string;
  /** The path after `/_emulator/`. */
  readonly path: string;
  /** The unique field that a definition's ID is derived from, and that other definitions refer to. */
  readonly key: 'slug' | 'email' | 'key';
  readonly idKind: string;
  readonly idPrefix: string;
  /** The target kind of references by key; null when nothing refers to its definitions by key. */
  readonly renamedAs: ReferenceTarget | null;
  readonly references: readonly ReferencePlace[];
  /** Set for a list of rules of the test lab: it has its own endpoints, and contains rules that are not in the file. */
  readonly isRules?: true;
}

/** Each item of a list, each field of an object. */
export const EACH = '*';

/** The steps of a task and the blocks of a runbook. */
export const STEP: JsonPath = ['behavior', 'steps', EACH];

export const BLOCK: JsonPath = ['blocks', EACH];

const PERMISSIONS: readonly ReferencePlace[] = [
  { at: ['permissions', EACH, 'subGroupID'], what: 'group' },
  { at: ['permissions', EACH, 'subUserID'], what: 'user' },
];

/** References of a step or a block. */
function workReferences(place: JsonPath): readonly ReferencePlace[] {
  return [
    { at: [...place, 'task'], what: 'task' },
    { at: [...place, 'resources', EACH], what: 'resource' },
    { at: [...place, 'reviewers', 'groups', EACH], what: 'group' },
    { at: [...place, 'reviewers', 'users', EACH], what: 'user' },
  ];
}

/** References in the `match` of a rule. */
const MATCH: readonly ReferencePlace[] = [
  { at: ['match', 'task'], what: 'task' },
  { at: ['match', 'runbook'], what: 'runbook' },
  { at: ['match', 'environment'], what: 'environment' },
];

/**
 * The authored collections, in the order of the workspace file. Each has a schema in `shared/model/workspace.ts`; the file,
 * the endpoints, the store, renaming, import and export follow from this table.
 */
export const COLLECTIONS = {
  environments: {
    noun: 'environment',
    label: 'Environments',
    path: 'environments',
    key: 'slug',
    idKind: 'environment',
    idPrefix: 'env',
    renamedAs: 'environment',
    references: [],
  },
  users: {
    noun: 'user',
    label: 'Users',
    path: 'users',
    key: 'email',
    idKind: 'user',
    idPrefix: 'usr',
    renamedAs: 'user',
    references: [],
  },
  groups: {
    noun: 'group',
    label: 'Groups',
    path: 'groups',
    key: 'slug',
    idKind: 'group',
    idPrefix: 'grp',
    renamedAs: 'group',
    references: [{ at: ['members', EACH], what: 'user' }],
  },
  apiKeys: {
    noun: 'API key',
    label: 'API keys',
    path: 'api-keys',
    key: 'key',
    idKind: 'key',
    idPrefix: 'key',
    renamedAs: null,
    references: [
      { at: ['user'], what: 'user' },
      { at: ['environments', EACH], what: 'environment' },
    ],
  },
  resources: {
    noun: 'resource',
    label: 'Resources',
    path: 'resources',
    key: 'slug',
    idKind: 'resource',
    idPrefix: 'res',
    renamedAs: 'resource',
    references: PERMISSIONS,
  },
  tasks: {
    noun: 'task',
    label: 'Tasks',
    path: 'tasks',
    key: 'slug',
    idKind: 'task',
    idPrefix: 'tsk',
    renamedAs: 'task',
    references: [...PERMISSIONS, { at: ['resources', EACH], what: 'resource' }, ...workReferences(STEP)],
  },
  runbooks: {
    noun: 'runbook',
    label: 'Runbooks',
    path: 'runbooks',
    key: 'slug',
    idKind: 'runbook',
    idPrefix: 'rbk',
    renamedAs: 'runbook',
    references: [...PERMISSIONS, ...workReferences(BLOCK)],
  },
  faults: {
    noun: 'fault',
    label: 'Faults',
    path: 'faults',
    key: 'slug',
    idKind: 'fault',
    idPrefix: 'flt',
    renamedAs: null,
    references: MATCH,
    isRules: true,
  },
  answers: {
    noun: 'automatic answer',
    label: 'Automatic answers',
    path: 'answers',
    key: 'slug',
    idKind: 'answer',
    idPrefix: 'ans',
    renamedAs: null,
    references: [...MATCH, { at: ['as'], what: 'user' }],
    isRules: true,
  },
} as const satisfies Readonly<Record<string, CollectionEntry>>;

/** The name of an authored collection: a field of the workspace file. */
export type CollectionName = keyof typeof COLLECTIONS;

/** The name of a list of rules of the test lab. */
export type RuleListName = {
  [Name in CollectionName]: (typeof COLLECTIONS)[Name] extends { readonly isRules: true } ? Name : never;
}[CollectionName];

/** The name of a collection with the endpoints of definitions. */
export type DefinitionName = Exclude<CollectionName, RuleListName>;

/** The names of all collections, in the order of the workspace file. */
export const COLLECTION_NAMES = keysOf(COLLECTIONS);

/** The key of a definition: its slug, e-mail address or API key; "" when it has none. */
export function keyOf(collection: CollectionName, definition: object): string {
  const key: unknown = Reflect.get(definition, COLLECTIONS[collection].key);
  return typeof key === 'string' ? key : '';
}

/** True for a list of rules of the test lab. */
export function isRuleList(name: CollectionName): name is RuleListName {
  return 'isRules' in COLLECTIONS[name];
}

/** An object with a field for each collection. */
export function byCollection<Value>(valueOf: (name: CollectionName) => Value): Record<CollectionName, Value> {
  return tableOf(COLLECTION_NAMES, valueOf);
}

/** An object with a field for each collection that has the endpoints of definitions. */
export function byDefinition<Value>(valueOf: (name: DefinitionName) => Value): Record<DefinitionName, Value> {
  return tableOf(
    COLLECTION_NAMES.filter((name) => !isRuleList(name)),
    valueOf,
  );
}
