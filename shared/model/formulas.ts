import type { Formula } from '../expression/name-paths.ts';
import { textsOf } from '../expression/template.ts';
import { type Json, type JsonObject, type JsonPath, listOf, objectOf, textOf } from '../values/json.ts';

// These functions accept incomplete drafts.

/** A formula of a task or runbook: its path, and the scope of its names. */
export interface PlacedFormula extends Formula {
  readonly path: JsonPath;
  /** Path of the parameters whose values it reads as `params`. */
  readonly form: JsonPath;
  /** Index of its step or block, which can use saved results; -1 in a form, which cannot. */
  readonly work: number;
}

/** A parameter at any depth, and the list of its form. */
export interface PlacedParameter {
  readonly path: JsonPath;
  readonly form: JsonPath;
  readonly parameter: JsonObject;
}

/** The form of a task or runbook itself. */
export const OWN_FORM: JsonPath = ['parameters'];

/** Names that formulas of every step and block can use beside earlier results. A result cannot have one of these names. */
export const RUN_NAMES: ReadonlySet<string> = new Set(['params', 'env', 'config', 'resources', 'run', 'session']);

/** The steps of a task or the blocks of a runbook, and their path. */
export function workOf(definition: object): { readonly path: JsonPath; readonly items: readonly Json[] } {
  const { behavior, blocks } = objectOf(definition);
  const { kind, steps } = objectOf(behavior);
  return kind === 'steps'
    ? { path: ['behavior', 'steps'], items: listOf(steps) }
    : { path: ['blocks'], items: listOf(blocks) };
}

/** Every parameter of a task or runbook, including those of prompts and objects. */
export function parametersIn(definition: object): readonly PlacedParameter[] {
  const { path, items } = workOf(definition);
  return [
    ...parametersOf(objectOf(definition)['parameters'], OWN_FORM),
    ...items.flatMap((item, index) => parametersOf(objectOf(item)['parameters'], [...path, index, 'parameters'])),
  ];
}

/** Every formula of a task or runbook. */
export function formulasIn(definition: object): readonly PlacedFormula[] {
  const { path, items } = workOf(definition);
  const rules = parametersIn(definition).flatMap(({ path: at, form, parameter: { hidden, constraints } }) => [
    ...expression(hidden, { path: [...at, 'hidden'], form, work: -1 }),
    ...expression(objectOf(constraints)['validate'], { path: [...at, 'constraints', 'validate'], form, work: -1 }),
  ]);
  return [
    ...rules,
    ...items.flatMap((item, index) => workFormulas(objectOf(item), [...path, index], index)),
    ...behaviorFormulas(objectOf(objectOf(definition)['behavior'])),
    ...textsOf(objectOf(definition)['concurrencyKey'], ['concurrencyKey']).map(inText),
  ];
}

/** Templates in the environment variables and the values of a behavior, which see what the first step of a task would. */
function behaviorFormulas({ kind, env, paramValues }: JsonObject): PlacedFormula[] {
  if (kind === 'steps') return [];
  const texts = [...textsOf(env, ['behavior', 'env']), ...textsOf(paramValues, ['behavior', 'paramValues'])];
  return texts.map(inText);
}

function inText(found: { readonly path: JsonPath; readonly text: string }): PlacedFormula {
  return { ...found, mode: 'template', form: OWN_FORM, work: 0 };
}

/** Conditions, templates in texts, and templates in the initial values of a prompt's form. */
function workFormulas({ when, parameters, ...texts }: JsonObject, path: JsonPath, work: number): PlacedFormula[] {
  const presets = listOf(parameters).map((parameter, index): [JsonPath, Json | undefined] => [
    [...path, 'parameters', index, 'default'],
    objectOf(parameter)['default'],
  ]);
  return [
    ...expression(when, { path: [...path, 'when'], form: OWN_FORM, work }),
    ...[[path, texts] as const, ...presets].flatMap(([at, value]) =>
      textsOf(value, at).map((found): PlacedFormula => ({ ...found, mode: 'template', form: OWN_FORM, work })),
    ),
  ];
}

function expression(text: Json | undefined, at: Omit<PlacedFormula, keyof Formula>): PlacedFormula[] {
  return textOf(text).trim() === '' ? [] : [{ ...at, text: textOf(text), mode: 'expression' }];
}

function parametersOf(list: Json | undefined, form: JsonPath, at = form): PlacedParameter[] {
  return listOf(list).flatMap((item, index) => {
    const parameter = objectOf(item);
    const path = [...at, index];
    return [{ path, form, parameter }, ...parametersOf(parameter['params'], form, [...path, 'params'])];
  });
}
