import { isJsonObject, ownField, type Json, type JsonObject } from '../values/json.ts';
import type { Parameter } from './parameter.ts';

/** Functions that return an upload by its ID, and a config variable by its name, in the form for code. */
interface ValueForms {
  readonly upload: (id: string) => Json;
  readonly configvar: (name: string) => Json;
}

/** Converts the values of parameters that stand for something else. A parameter without a value is null. */
export function inForms(parameters: readonly Parameter[], values: JsonObject, forms: ValueForms): JsonObject {
  const expand = (parameter: Parameter, value: Json): Json => {
    if (value === null) return null;
    if (parameter.multi && Array.isArray(value)) return value.map((item) => expandOne(parameter, item));
    return expandOne(parameter, value);
  };
  const expandOne = (parameter: Parameter, value: Json): Json => {
    if (parameter.type === 'upload' && typeof value === 'string') return forms.upload(value);
    if (parameter.type === 'configvar' && typeof value === 'string') return forms.configvar(value);
    if (parameter.type === 'object' && isJsonObject(value)) return expandFields(parameter.params, value);
    return value;
  };
  const expandFields = (fields: readonly Parameter[], object: JsonObject): Record<string, Json> => {
    const expanded: Record<string, Json> = { ...object };
    for (const field of fields) expanded[field.slug] = expand(field, ownField(object, field.slug) ?? null);
    return expanded;
  };
  return expandFields(parameters, values);
}
