import { isJsonObject, type Json } from './json.ts';
import type { Parameter } from './parameter.ts';

/** An allowed value as answered: always with a label. */
export interface ParameterOption {
  readonly label: string;
  readonly value: Json;
}

/** The allowed values of a parameter; empty when every value of its type is allowed. */
export function optionsOf(parameter: Parameter): readonly ParameterOption[] {
  return parameter.constraints.options.map((option) => {
    if (isLabelled(option)) return option;
    const value: Json = option;
    return { label: typeof value === 'string' ? value : JSON.stringify(value), value };
  });
}

/** The name shown for a parameter: its own, or its slug. */
export function labelOf(parameter: Parameter): string {
  return parameter.name ?? parameter.slug;
}

function isLabelled(option: Parameter['constraints']['options'][number]): option is { label: string; value: Json } {
  return isJsonObject(option) && typeof option['label'] === 'string' && 'value' in option;
}
