import { GLOBALS } from '../expression/globals.ts';
import { OWN_FORM, RUN_NAMES, workOf } from './formulas.ts';
import { Variable } from '../values/identifier.ts';
import type { JsonObject } from '../values/json.ts';
import { isWithin, type JsonPath, listOf, objectOf, textOf, valueAt } from '../values/json-path.ts';
import { type FormulaUse, type Renamed, renamedInFormulas } from './renaming.ts';

/**
 * A definition in which the formulas follow a new name of something of its own. `place` is where its present one stands:
 * the `slug` of a parameter or block, the `as` of a step, or the field of a resource's alias, which is its name. Nothing
 * follows what is no name, or that of something else; the place itself is left to whoever renames.
 */
export function followed(definition: JsonObject, place: JsonPath, to: string): Renamed {
  const uses = Variable.safeParse(to).success ? usesOf(definition, place, to) : [];
  return renamedInFormulas(definition, uses, to);
}

function usesOf(definition: JsonObject, place: JsonPath, to: string): FormulaUse[] {
  const [top, alias] = place;
  if (top === 'resources' && place.length === 2) return aliasUses(definition, String(alias), to);
  const list = place.at(-3);
  if (list === 'parameters' || list === 'params') return parameterUses(definition, place, to);
  return resultUses(definition, place, to);
}

function aliasUses(definition: JsonObject, alias: string, to: string): FormulaUse[] {
  const aliases = Object.keys(objectOf(definition['resources']));
  const isFree = aliases.includes(alias) && !aliases.includes(to);
  return isFree && alias !== '' ? [{ path: ['resources', alias], sees: ({ work }) => work >= 0 }] : [];
}

function parameterUses(definition: JsonObject, place: JsonPath, to: string): FormulaUse[] {
  const list = place.slice(0, -2);
  const slugs = listOf(valueAt(definition, list)).map((item) => textOf(objectOf(item)['slug']));
  const from = textOf(valueAt(definition, place));
  if (from === '' || slugs.includes(to) || slugs.indexOf(from) !== slugs.lastIndexOf(from)) return [];
  const { form, names } = chainOf(definition, list, [from]);
  const own: FormulaUse = { path: ['params', ...names], sees: (formula) => isSame(formula.form, form) };
  if (isSame(form, OWN_FORM)) return [own];
  const { path, items } = workOf(definition);
  const index = Number(form[path.length]);
  const result = resultOf(items[index]);
  return result === '' ? [own] : [own, { path: [result, 'values', ...names], sees: seesResult(definition, index) }];
}

/** The form of a list of parameters, and the slugs that lead from there to one of them. */
function chainOf(
  definition: JsonObject,
  list: JsonPath,
  names: readonly string[],
): { form: JsonPath; names: readonly string[] } {
  if (list.at(-1) !== 'params') return { form: list, names };
  const outer = list.slice(0, -1);
  return chainOf(definition, outer.slice(0, -1), [textOf(valueAt(definition, [...outer, 'slug'])), ...names]);
}

function resultUses(definition: JsonObject, place: JsonPath, to: string): FormulaUse[] {
  const { path, items } = workOf(definition);
  const from = textOf(valueAt(definition, place));
  const isFree = !RUN_NAMES.has(to) && !GLOBALS.has(to) && !items.some((item) => resultOf(item) === to);
  if (from === '' || RUN_NAMES.has(from) || !isFree || !isWithin(place, path)) return [];
  return [{ path: [from], sees: seesResult(definition, Number(place[path.length])) }];
}

/** Results are seen from the next item to the one that saves another under their name; everywhere when none does. */
function seesResult(definition: JsonObject, index: number): FormulaUse['sees'] {
  const results = workOf(definition).items.map(resultOf);
  const same = results.flatMap((result, at) => (result === results[index] ? [at] : []));
  if (same.length === 1) return ({ work }) => work >= 0;
  const next = same.find((at) => at > index) ?? results.length;
  return ({ work }) => work > index && work <= next;
}

/** The name of what a step or block leaves behind; '' for none. */
function resultOf(item: unknown): string {
  const { kind, slug, as } = objectOf(item);
  return textOf(kind === undefined ? as : slug);
}

function isSame(a: JsonPath, b: JsonPath): boolean {
  return a.length === b.length && isWithin(a, b);
}
