import { labelOf, optionsOf } from '../../../shared/model/parameter-options.ts';
import type { Parameter } from '../../../shared/model/parameter.ts';
import type { ParameterTypeName } from '../../../shared/registry/parameter-types.ts';
import { choiceOf, type Field, JSON_SHAPE, OPEN_SHAPE, type Shape } from './shape.ts';

const TEXT: Shape = { kind: 'string' };

/** The shape of a client's value, by type. */
const SHAPES: Readonly<Record<ParameterTypeName, Shape>> = {
  string: TEXT,
  boolean: { kind: 'boolean' },
  integer: { kind: 'integer' },
  float: { kind: 'number' },
  date: TEXT,
  datetime: TEXT,
  upload: TEXT,
  configvar: TEXT,
  json: JSON_SHAPE,
  object: OPEN_SHAPE,
};

/** The fields of a form. A field is optional when its parameter is, has a default, or may be hidden. */
export function formFields(parameters: readonly Parameter[]): readonly Field[] {
  return parameters.map((parameter) => ({
    name: parameter.slug,
    shape: parameterShape(parameter),
    isOptional: parameter.constraints.optional || parameter.default !== undefined || parameter.hidden !== '',
    note: [labelOf(parameter) === parameter.slug ? '' : labelOf(parameter), parameter.desc]
      .filter((text) => text !== '')
      .join(': '),
  }));
}

/** The shape of the values of a parameter. */
export function parameterShape(parameter: Parameter): Shape {
  const one = oneShape(parameter);
  return parameter.multi ? { kind: 'list', of: one } : one;
}

function oneShape(parameter: Parameter): Shape {
  const { type, params, constraints } = parameter;
  if (type === 'object' && params.length > 0)
    return { kind: 'object', fields: formFields(params), isOpen: constraints.allowUnknownKeys };
  const allowed = optionsOf(parameter).map(({ value }) => value);
  return type === 'json' || type === 'object' ? SHAPES[type] : choiceOf(allowed, SHAPES[type]);
}
