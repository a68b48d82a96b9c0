import type { Parameter } from '../../../shared/model/parameter.ts';
import type { Task } from '../../../shared/model/task.ts';
import { parameterShape } from './parameter-shape.ts';
import { EMPTY_SHAPE, JSON_SHAPE, OPEN_SHAPE, type Shape, shapeOf, unionOf } from './shape.ts';

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
