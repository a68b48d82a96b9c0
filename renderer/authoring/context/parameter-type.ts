import { PARAMETER_TYPES, type ParameterTypeName } from '../../../shared/registry/parameter-types.ts';

/** The type that a parameter is written with; a text when it says none. */
export function typeNameOf(written: string): string {
  return written === '' ? 'string' : written;
}

/** True for a type that there is. */
export function isTypeName(text: string): text is ParameterTypeName {
  return Object.hasOwn(PARAMETER_TYPES, text);
}

/** What a type is called for people, wherever it is shown. */
export function typeLabel(written: string): string {
  const name = typeNameOf(written);
  return isTypeName(name) ? PARAMETER_TYPES[name].label : name;
}
