import { GLOBALS } from '../expression/globals.ts';
import { OWN_FORM, RUN_NAMES, workOf } from './formulas.ts';
import { Variable } from '../values/identifier.ts';
import { type JsonObject, isWithin, type JsonPath, listOf, objectOf, textOf, valueAt } from '../values/json.ts';
import { type FormulaUse, type Renamed, renamedInFormulas } from './renaming.ts';

/**
 * Renames uses in formulas of a name that the definition declares itself.
 * @param declared the path of the declaration: the `slug` of a parameter or block, the `as` of a step, or the field of a
 *   resource alias. The declaration itself stays unchanged.
 * @param to the new name; formulas stay unchanged when it is invalid or taken
 */
export function followed(definition: JsonObject, declared: JsonPath, to: string): Renamed {
  const uses = Variable.safeParse(to).success ? usesOf(definition, declared, to) : [];
  return renamedInFormulas(definition, uses, to);
}

function usesOf(definition: JsonObject, declared: JsonPath, to: string): FormulaUse[] {
  const [top, alias] = declared;
  if (top === 'resources' && declared.length === 2) return aliasUses(definition, String(alias), to);
  const list = declared.at(-3);
  if (list === 'parameters' || list === 'params') return parameterUses(definition, declared, to);
  return resultUses(definition, declared, to);
}

function aliasUses(definition: JsonObject, alias: string, to: string): FormulaUse[] {
  const aliases = Object.keys(objectOf(definition['resources']));
  const isFree = aliases.includes(alias) && !aliases.includes(to);
  return isFree && alias !== '' ? [{ path: ['resources', alias], sees: ({ work }) => work >= 0 }] : [];
}

function parameterUses(definition: JsonObject, declared: JsonPath, to: string): FormulaUse[] {
  const list = declared.slice(0, -2);
  const slugs = listOf(valueAt(definition, list)).map((item) => textOf(objectOf(item)['slug']));
  const from = textOf(valueAt(definition, declared));
  if (from === '' || slugs.includes(to) || slugs.indexOf(from) !== slugs.lastIndexOf(from)) return [];
  const { form, names } = chainOf(definition, list, [from]);
  const own: FormulaUse = { path: ['params', ...names], sees: (formula) => isSame(formula.form, form) };
  if (isSame(form, OWN_FORM)) return [own];
  const { path, items } = workOf(definition);
  const index = Number(form[path.length]);
  const result = resultOf(items[index]);
  return result === '' ? [own] : [own, { path: [result, 'values', ...names], sees: seesResult(definition, index) }];
}

/** The form that contains a list of parameters, and the slugs from there to one of its parameters. */
function chainOf(
  definition: JsonObject,
  list: JsonPath,
  names: readonly string[],
): { form: JsonPath; names: readonly string[] } {
  if (list.at(-1) !== 'params') return { form: list, names };
  const outer = list.slice(0, -1);
  return chainOf(definition, outer.slice(0, -1), [textOf(valueAt(definition, [...outer, 'slug'])), ...names]);
}

function resultUses(definition: JsonObject, declared: JsonPath, to: string): FormulaUse[] {
  const { path, items } = workOf(definition);
  const from = textOf(valueAt(definition, declared));
  const isFree = !RUN_NAMES.has(to) && !GLOBALS.has(to) && !items.some((item) => resultOf(item) === to);
  if (from === '' || RUN_NAMES.has(from) || !isFree || !isWithin(declared, path)) return [];
  return [{ path: [from], sees: seesResult(definition, Number(declared[path.length])) }];
}

/** The scope of a result: from the next item to the one that replaces it, or to the end of the definition. */
function seesResult(definition: JsonObject, index: number): FormulaUse['sees'] {
  const results = workOf(definition).items.map(resultOf);
  const same = results.flatMap((result, at) => (result === results[index] ? [at] : []));
  if (same.length === 1) return ({ work }) => work >= 0;
  const next = same.find((at) => at > index) ?? results.length;
  return ({ work }) => work > index && work <= next;
}

/** The name of a step's or block's result; "" for none. */
function resultOf(item: unknown): string {
  const { kind, slug, as } = objectOf(item);
  return textOf(kind === undefined ? as : slug);
}

function isSame(a: JsonPath, b: JsonPath): boolean {
  return a.length === b.length && isWithin(a, b);
}
