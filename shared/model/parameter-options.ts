import { canonicalJson, isJsonObject, type Json } from '../values/json.ts';
import type { Parameter } from './parameter.ts';
import { typedOption } from './typed-value.ts';

/** An allowed value in answers, always with a label. */
export interface ParameterOption {
  readonly label: string;
  readonly value: Json;
}

/** True for an allowed value that was authored with a label. */
export function isLabelled(option: Json | ParameterOption): option is { label: string; value: Json } {
  return isJsonObject(option) && typeof option['label'] === 'string' && Object.hasOwn(option, 'value');
}

/** The allowed values of a parameter; empty when every value of its type is allowed. */
export function optionsOf(parameter: Parameter): readonly ParameterOption[] {
  return parameter.constraints.options.map((option) => {
    if (isLabelled(option)) return option;
    const value: Json = option;
    return { label: valueText(value), value };
  });
}

/** The text of a value in messages and labels: texts unchanged, other values as JSON. */
export function valueText(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Cache of the allowed values' texts by parameter, since both a value and its options may be long lists. */
const allowedTexts = new WeakMap<Parameter, ReadonlySet<string>>();

/** True when the value is one of the parameter's options, or there are none. Both are compared as runs have them (`typedValue`). */
export function isOption(parameter: Parameter, value: Json): boolean {
  if (parameter.constraints.options.length === 0) return true;
  let texts = allowedTexts.get(parameter);
  if (texts === undefined) {
    texts = new Set(optionsOf(parameter).map((option) => canonicalJson(typedOption(parameter, option.value))));
    allowedTexts.set(parameter, texts);
  }
  return texts.has(canonicalJson(typedOption(parameter, value)));
}

/** The name shown for a parameter: its own, or its slug. */
export function labelOf(parameter: Parameter): string {
  return parameter.name ?? parameter.slug;
}
