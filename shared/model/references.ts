import { isJsonObject, type Json } from '../values/json.ts';
import { type JsonPath, textOf, valueAt } from '../values/json-path.ts';
import type { Workspace } from './workspace.ts';

/** What is named from elsewhere, by its slug, ID or e-mail. */
export type Referred = 'task' | 'resource' | 'environment' | 'group' | 'user';

/** A text that names something authored elsewhere. It may be empty, or a template, which names something when it runs. */
export interface Reference {
  readonly what: Referred;
  readonly name: string;
  readonly path: JsonPath;
}

/** A field's name that is the slug of a parameter, or the alias of a resource, of the task that a step or block executes. */
export interface GivenName {
  readonly what: 'parameter' | 'alias';
  /** The reference to the task. */
  readonly task: string;
  readonly name: string;
  readonly path: JsonPath;
}

/** The lists of a workspace. */
export type CollectionName = Exclude<keyof Workspace, 'version' | 'settings'>;

/** Each item of a list, each field of an object. */
const EACH = '*';

interface Place {
  readonly at: JsonPath;
  readonly what: Referred;
}

const PERMISSIONS: readonly Place[] = [
  { at: ['permissions', EACH, 'subGroupID'], what: 'group' },
  { at: ['permissions', EACH, 'subUserID'], what: 'user' },
];

/** Of a step or a block. */
const WORK: readonly Place[] = [
  { at: ['task'], what: 'task' },
  { at: ['resources', EACH], what: 'resource' },
  { at: ['reviewers', 'groups', EACH], what: 'group' },
  { at: ['reviewers', 'users', EACH], what: 'user' },
];

const GIVEN: readonly { readonly at: string; readonly what: GivenName['what'] }[] = [
  { at: 'paramValues', what: 'parameter' },
  { at: 'resources', what: 'alias' },
];

const STEP: JsonPath = ['behavior', 'steps', EACH];
const BLOCK: JsonPath = ['blocks', EACH];

/** Where what is authored names what is authored elsewhere. The one list of that: warnings and renaming go by it. */
const PLACES: Readonly<Record<CollectionName, readonly Place[]>> = {
  environments: [],
  users: [],
  groups: [{ at: ['members', EACH], what: 'user' }],
  apiKeys: [
    { at: ['user'], what: 'user' },
    { at: ['environments', EACH], what: 'environment' },
  ],
  resources: PERMISSIONS,
  tasks: [...PERMISSIONS, { at: ['resources', EACH], what: 'resource' }, ...within(STEP, WORK)],
  runbooks: [...PERMISSIONS, ...within(BLOCK, WORK)],
};

/** Everything that a definition names elsewhere, as far as it is written out: also of a draft, which may lack anything. */
export function referencesIn(collection: CollectionName, definition: object): readonly Reference[] {
  return PLACES[collection].flatMap(({ at, what }) =>
    found(definition, at).flatMap(({ path, value }) =>
      typeof value === 'string' ? [{ what, name: value, path }] : [],
    ),
  );
}

/** The names under which the steps or blocks of a definition give values and resources to what they execute. */
export function givenNamesIn(definition: object): readonly GivenName[] {
  return [...found(definition, STEP), ...found(definition, BLOCK)].flatMap(({ path, value: item }) =>
    GIVEN.flatMap(({ at, what }) => {
      const task = textOf(valueAt(item, ['task']));
      return task === ''
        ? []
        : found(item, [at, EACH]).map((given) => givenName({ what, task }, [...path, ...given.path]));
    }),
  );
}

function givenName(given: Pick<GivenName, 'what' | 'task'>, path: JsonPath): GivenName {
  return { ...given, name: String(path.at(-1)), path };
}

function within(place: JsonPath, places: readonly Place[]): Place[] {
  return places.map(({ at, what }) => ({ at: [...place, ...at], what }));
}

interface Found {
  readonly path: JsonPath;
  readonly value: Json | undefined;
}

/** What stands where a pattern says. */
function found(value: unknown, [step, ...rest]: JsonPath, path: JsonPath = []): Found[] {
  if (step === undefined) return [{ path, value: value as Json | undefined }];
  if (step !== EACH) return found(valueAt(value as Json | undefined, [step]), rest, [...path, step]);
  if (Array.isArray(value)) return value.flatMap((item, index) => found(item, rest, [...path, index]));
  return isJsonObject(value) ? Object.entries(value).flatMap(([name, item]) => found(item, rest, [...path, name])) : [];
}
