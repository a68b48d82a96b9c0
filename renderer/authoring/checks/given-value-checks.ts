import { isJsonObject, type Json, type JsonObject } from '../../../shared/values/json.ts';
import type { Parameter } from '../../../shared/model/parameter.ts';
import { checkValues, REQUIRED } from '../../../shared/model/parameter-values.ts';
import { type CollectionName, referencesIn } from '../../../shared/model/references.ts';
import { valuesWorldOf } from '../../core/forms/use-parameter-form.ts';
import { named } from '../../core/named.ts';
import { type JsonPath, objectOf, valueAt } from '../context/json-path.ts';
import type { Problem } from '../context/problem.ts';
import type { DefinitionWorld } from '../context/world.ts';

/** Warns of values that the task which a step or block executes will not take, as far as they are known beforehand. */
export function givenValueWarnings(collection: CollectionName, draft: JsonObject, world: DefinitionWorld): Problem[] {
  return referencesIn(collection, draft).flatMap(({ what, name, path }): Problem[] => {
    const task = what === 'task' ? named(world.tasks, name) : undefined;
    if (task === undefined) return [];
    const at: JsonPath = [...path.slice(0, -1), 'paramValues'];
    return Object.entries(refusedValues(task.parameters, objectOf(valueAt(draft, at)), world)).map(
      ([slug, text]): Problem => ({
        path: [...at, slug],
        // By name, since a card that is closed tells it, too.
        text: text === REQUIRED ? `needs “${slug}”, or this fails.` : `“${slug}” is refused, and this fails: ${text}.`,
        severity: 'warning',
      }),
    );
  });
}

/** Why values are refused in every environment, by parameter. */
function refusedValues(
  parameters: readonly Parameter[],
  given: JsonObject,
  { environments }: DefinitionWorld,
): Readonly<Record<string, string>> {
  const isMade = (value: Json | undefined) => value !== undefined && hasTemplate(value);
  const isWhole = !Object.values(given).some(isMade);
  // What is made only when it runs may hide the others, and be part of their validation.
  const known = isWhole
    ? parameters
    : parameters
        .filter(({ slug, hidden }) => !isMade(given[slug]) && hidden === '')
        .map((each) => ({ ...each, constraints: { ...each.constraints, validate: '' } }));
  const slugs = new Set(known.map(({ slug }) => slug));
  const values = Object.fromEntries(Object.entries(given).filter(([slug]) => slugs.has(slug)));
  const [first = {}, ...others] = environments.map((each) => checkValues(known, values, valuesWorldOf(each)).problems);
  const always = Object.entries(first).filter(([path]) => others.every((problems) => path in problems));
  return Object.fromEntries(always.map(([path, text]) => [path.split(/[.[]/)[0] ?? path, text]));
}

/** Whether some text in a value has a template in it. */
function hasTemplate(value: Json): boolean {
  if (typeof value === 'string') return value.includes('{{');
  if (Array.isArray(value)) return value.some(hasTemplate);
  return isJsonObject(value) && Object.values(value).some((each) => hasTemplate(each));
}
