import { labelOf, optionsOf } from '../../../shared/model/parameter-options.ts';
import type { Parameter } from '../../../shared/model/parameter.ts';
import type { ParameterTypeName } from '../../../shared/registry/parameter-types.ts';
import { choiceOf, type Field, JSON_SHAPE, OPEN_SHAPE, type Shape, EMPTY_SHAPE, shapeOf, unionOf } from './shape.ts';
import type { Task } from '../../../shared/model/task.ts';

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
function parameterShape(parameter: Parameter): Shape {
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

/** Matches a template of one parameter's value. */
const ONE_PARAMETER = /^\{\{\s*params\.([A-Za-z_]\w{0,99})\s*\}\}$/;

/**
 * The shape of the output that the steps of a task declare; `undefined` for other behaviors.
 * @param isWrapped true when a value other than an object becomes `{"output": value}` (decision `outputs`)
 */
export function declaredOutput({ behavior, parameters }: Task, isWrapped: boolean): Shape | undefined {
  if (behavior.kind !== 'steps') return undefined;
  const possible: Shape[] = [];
  let isCertain = false;
  for (const step of behavior.steps) {
    if (step.do !== 'output') continue;
    // A step without a condition replaces earlier outputs.
    if (step.when === undefined) {
      possible.length = 0;
      isCertain = true;
    }
    possible.push(
      answered(
        shapeOf(step.value, (text) => textShape(text, parameters)),
        isWrapped,
      ),
    );
  }
  return unionOf(isCertain ? possible : [...possible, EMPTY_SHAPE]);
}

function answered(shape: Shape, isWrapped: boolean): Shape {
  if (!isWrapped || shape.kind === 'object') return shape;
  if (shape.kind === 'json' || shape.kind === 'union') return OPEN_SHAPE;
  return { kind: 'object', fields: [{ name: 'output', shape, isOptional: false, note: '' }], isOpen: false };
}

function textShape(text: string, parameters: readonly Parameter[]): Shape {
  if (!text.includes('{{')) return { kind: 'string' };
  const parameter = parameters.find(({ slug }) => slug === ONE_PARAMETER.exec(text.trim())?.[1]);
  if (parameter !== undefined && text === text.trim()) return givenShape(parameter);
  // A text of one template has its value's type.
  return text.startsWith('{{') && text.endsWith('}}') ? JSON_SHAPE : { kind: 'string' };
}

/** The shape of a parameter in templates. */
function givenShape(parameter: Parameter): Shape {
  const { type, constraints, hidden } = parameter;
  if (type === 'upload' || type === 'configvar' || type === 'object') return JSON_SHAPE;
  const shape = parameterShape(parameter);
  const isAlways = parameter.default !== undefined || (!constraints.optional && hidden === '');
  return isAlways ? shape : unionOf([shape, { kind: 'null' }]);
}
