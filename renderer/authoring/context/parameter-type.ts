import { PARAMETER_TYPES, type ParameterTypeName } from '../../../shared/registry/parameter-types.ts';
import { type Json, jsonOfText } from '../../../shared/values/json.ts';

/** The name of a parameter's type; `string` when it has none. */
export function typeNameOf(written: string): string {
  return written === '' ? 'string' : written;
}

/** True for a known type. */
export function isTypeName(text: string): text is ParameterTypeName {
  return Object.hasOwn(PARAMETER_TYPES, text);
}

/** The label of a type. */
export function typeLabel(written: string): string {
  const name = typeNameOf(written);
  return isTypeName(name) ? PARAMETER_TYPES[name].label : name;
}

/** The value of a type from one line of text. Templates and unparsable texts stay strings. */
export function valueOfText(text: string, type: string, multi = false): Json {
  if (text.includes('{{') || (isTextType(type) && !multi)) return text;
  const value = jsonOfText(text);
  return value === undefined ? text : value;
}

/** The value as one line of text. */
export function textOfValue(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** True for a type whose values are texts. A draft may have no type yet, or an unknown one. */
function isTextType(type: string): boolean {
  return type === '' || (isTypeName(type) && PARAMETER_TYPES[type].isText);
}
