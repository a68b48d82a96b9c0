import { Parameter } from '../../../shared/model/parameter.ts';
import { checkValues, REQUIRED } from '../../../shared/model/parameter-values.ts';
import { referencesIn } from '../../../shared/model/references.ts';
import { valuesContextOf } from '../../core/forms/input-values.ts';
import { findByReference } from '../../core/data/collection.ts';
import {
  isJsonObject,
  type Json,
  type JsonObject,
  type JsonPath,
  objectOf,
  valueAt,
  listOf,
} from '../../../shared/values/json.ts';
import type { Problem } from '../context/problem.ts';
import type { WorkspaceDefinitions } from '../context/workspace-definitions.ts';
import type { CollectionName } from '../../../shared/registry/collections.ts';
import { memoizeByObject } from '../../../shared/values/objects.ts';

/** Warns of parameter values that the executed task will reject, as far as they are known now. */
export function paramValueWarnings(
  collection: CollectionName,
  draft: JsonObject,
  definitions: WorkspaceDefinitions,
): Problem[] {
  return referencesIn(collection, draft).flatMap(({ what, name, path }): Problem[] => {
    const task = what === 'task' ? findByReference(definitions.tasks, name) : undefined;
    if (task === undefined) return [];
    const at: JsonPath = [...path.slice(0, -1), 'paramValues'];
    return Object.entries(invalidValues(task.parameters, objectOf(valueAt(draft, at)), definitions)).map(
      ([slug, text]): Problem => ({
        path: [...at, slug],
        // Contains the name, because a closed card shows it, too.
        text: text === REQUIRED ? `requires “${slug}”.` : `“${slug}” is invalid: ${text}.`,
        severity: 'warning',
      }),
    );
  });
}

/** The errors of values that are invalid in every environment, by parameter. */
function invalidValues(
  parameters: readonly Parameter[],
  given: JsonObject,
  { environments }: WorkspaceDefinitions,
): Readonly<Record<string, string>> {
  const isTemplated = (value: Json | undefined) => value !== undefined && hasTemplate(value);
  const isComplete = !Object.values(given).some(isTemplated);
  // A value from a template may affect `hidden` and `validate` of other parameters.
  const known = isComplete
    ? parameters
    : parameters
        .filter(({ slug, hidden }) => !isTemplated(given[slug]) && hidden === '')
        .map((each) => ({ ...each, constraints: { ...each.constraints, validate: '' } }));
  const slugs = new Set(known.map(({ slug }) => slug));
  const values = Object.fromEntries(Object.entries(given).filter(([slug]) => slugs.has(slug)));
  const [first = {}, ...others] = environments.map(
    (each) => checkValues(known, values, valuesContextOf(each)).problems,
  );
  const always = Object.entries(first).filter(([path]) => others.every((problems) => Object.hasOwn(problems, path)));
  return Object.fromEntries(always.map(([path, text]) => [path.split(/[.[]/)[0] ?? path, text]));
}

/** True when a text in the value contains a template. */
function hasTemplate(value: Json): boolean {
  if (typeof value === 'string') return value.includes('{{');
  if (Array.isArray(value)) return value.some(hasTemplate);
  return isJsonObject(value) && Object.values(value).some((each) => hasTemplate(each));
}

/** The parameters of a draft that are valid, and the number of those that are not. */
export function readParameters(value: Json | undefined): { parameters: Parameter[]; unreadable: number } {
  const read = listOf(value).flatMap((item) => (isJsonObject(item) ? readParameter(item) : undefined) ?? []);
  const parameters = [...new Map(read.map((parameter) => [parameter.slug, parameter])).values()];
  return { parameters, unreadable: listOf(value).length - parameters.length };
}

/** A parameter of a draft; undefined when it is not valid. Drafts are immutable, so an unchanged parameter stays the same object. */
export const readParameter = memoizeByObject(
  (item: JsonObject): Parameter | undefined => Parameter.safeParse(item).data,
);
