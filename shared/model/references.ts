import { asJson, isJsonObject, type Json, type JsonPath, textOf, valueAt } from '../values/json.ts';
import { memoizeByObject } from '../values/objects.ts';
import {
  byCollection,
  type CollectionName,
  COLLECTIONS,
  BLOCK,
  EACH,
  type ReferencePlace,
  type ReferenceTarget,
  STEP,
} from '../registry/collections.ts';

/** A reference to another definition. Its text may be empty, or a template that is resolved when it runs. */
export interface Reference {
  readonly what: ReferenceTarget;
  readonly name: string;
  readonly path: JsonPath;
}

/** A field named after a parameter or a resource alias of the task that a step or block executes. */
export interface GivenName {
  readonly what: 'parameter' | 'alias';
  /** The reference to the task. */
  readonly task: string;
  readonly name: string;
  readonly path: JsonPath;
}

const GIVEN: readonly { readonly at: string; readonly what: GivenName['what'] }[] = [
  { at: 'paramValues', what: 'parameter' },
  { at: 'resources', what: 'alias' },
];

/** The references of a definition, which may be an incomplete draft. It must not change. */
export function referencesIn(collection: CollectionName, definition: object): readonly Reference[] {
  return REFERENCES[collection](definition);
}

const REFERENCES = byCollection((collection) =>
  memoizeByObject((definition: object): readonly Reference[] =>
    COLLECTIONS[collection].references.flatMap(({ at, what }: ReferencePlace) =>
      found(asJson(definition), at).flatMap(({ path, value }) =>
        typeof value === 'string' ? [{ what, name: value, path }] : [],
      ),
    ),
  ),
);

/** The names of the values and resources that steps or blocks of a definition, which must not change, pass to the tasks they execute. */
export const givenNamesIn = memoizeByObject((definition: object): readonly GivenName[] => {
  const json = asJson(definition);
  return [...found(json, STEP), ...found(json, BLOCK)].flatMap(({ path, value: item }) =>
    GIVEN.flatMap(({ at, what }) => {
      const task = textOf(valueAt(item, ['task']));
      return task === ''
        ? []
        : found(item, [at, EACH]).map((given) => givenName({ what, task }, [...path, ...given.path]));
    }),
  );
});

function givenName(given: Pick<GivenName, 'what' | 'task'>, path: JsonPath): GivenName {
  return { ...given, name: String(path.at(-1)), path };
}

interface Found {
  readonly path: JsonPath;
  readonly value: Json | undefined;
}

/** Finds the values at the paths that match a pattern. */
function found(value: Json | undefined, [step, ...rest]: JsonPath, path: JsonPath = []): Found[] {
  if (step === undefined) return [{ path, value }];
  if (step !== EACH) return found(valueAt(value, [step]), rest, [...path, step]);
  if (Array.isArray(value)) return value.flatMap((item, index) => found(item, rest, [...path, index]));
  return isJsonObject(value) ? Object.entries(value).flatMap(([name, item]) => found(item, rest, [...path, name])) : [];
}
