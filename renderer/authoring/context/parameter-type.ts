import { PARAMETER_TYPES, type ParameterTypeName } from '../../../shared/registry/parameter-types.ts';

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
