import { type Json, jsonOfText } from '../../../shared/values/json.ts';
import { PARAMETER_TYPES } from '../../../shared/registry/parameter-types.ts';
import { isTypeName } from './parameter-type.ts';

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
