import { type Json, jsonOfText } from '../../../shared/values/json.ts';

/** Types whose values are strings. Values of other types are parsed. */
const TEXT_TYPES: ReadonlySet<string> = new Set(['', 'string', 'date', 'datetime', 'upload', 'configvar']);

/** The value of a type from one line of text. Templates and unparsable texts stay strings. */
export function valueOfText(text: string, type: string, multi = false): Json {
  if (text.includes('{{') || (TEXT_TYPES.has(type) && !multi)) return text;
  const value = jsonOfText(text);
  return value === undefined ? text : value;
}

/** The value as one line of text. */
export function textOfValue(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
