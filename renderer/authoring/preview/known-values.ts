import { Budget } from '../../../shared/expression/budget.ts';
import { namePaths } from '../../../shared/expression/name-paths.ts';
import { expressionsIn, render, textsOf } from '../../../shared/expression/template.ts';
import type { Parameter } from '../../../shared/model/parameter.ts';
import type { ValuesContext } from '../../../shared/model/parameter-values.ts';
import { inForms } from '../../../shared/model/value-forms.ts';
import { asJson, ownField, type Json, type JsonObject } from '../../../shared/values/json.ts';
import type { ParameterForm } from '../../core/forms/use-parameter-form.ts';
import { valuesContextOf } from '../../core/forms/input-values.ts';
import type { EnvironmentItem } from '../../core/data/hangar.ts';

/** The names that have a value before a run: `env`, `config`, and the parameters with a value in the form. */
export interface KnownValues extends Pick<ValuesContext, 'scope' | 'clock'> {
  readonly params: JsonObject;
  /** True when all parameters are among them. */
  readonly isComplete: boolean;
}

/** The values of a filled form and of the environment to run in. */
export function knownValues(form: ParameterForm, environment: EnvironmentItem | undefined): KnownValues {
  const { scope, clock, config } = valuesContextOf(environment);
  const shown = form.shown(form.parameters);
  const known = form.parameters.filter((parameter) => {
    const isLeftOut = parameter.constraints.optional || !shown.includes(parameter);
    return Object.hasOwn(form.values, parameter.slug) ? !hasUpload(parameter) : isLeftOut;
  });
  const given = Object.fromEntries(known.map(({ slug }) => [slug, ownField(form.values, slug) ?? null]));
  const params = inForms(known, given, {
    upload: (id) => id,
    configvar: (name) => ownField(config, name) ?? null,
  });
  return { scope: { ...scope, params }, params, clock, isComplete: known.length === form.parameters.length };
}

/** True for an upload and an object with one: only the server knows its URL. */
function hasUpload({ type, params }: Parameter): boolean {
  return type === 'upload' || params.some(hasUpload);
}

/** The value with its templates filled in; undefined when that needs a run, or fails. */
export function filledValue(value: Json, known: KnownValues): Json | undefined {
  const expressions = textsOf(value, []).flatMap(({ text }) => expressionsIn(text));
  if (!expressions.every(({ expression }) => isKnown(expression, known))) return undefined;
  try {
    return asJson(render(value, known.scope, Budget.forStep(known.clock)) ?? null);
  } catch {
    // The run would fail there.
    return undefined;
  }
}

/** True when an expression reads nothing but known names. */
function isKnown(text: string, { scope, params, isComplete }: KnownValues): boolean {
  return namePaths({ text, mode: 'expression' }).every(({ names: [root, field] }) => {
    if (root?.name !== 'params') return root !== undefined && Object.hasOwn(scope, root.name);
    return field === undefined ? isComplete : Object.hasOwn(params, field.name);
  });
}
