import type { BinaryExpression, BinaryOperator, LogicalExpression, UnaryExpression } from 'acorn';
import { EvaluationError } from './expression-error.ts';
import { refused, type Context, type Evaluate } from './frame.ts';
import type { Meter } from './meter.ts';
import { Callable, compared, describe, isList, isRecord, toNumber, toPrimitive, toText } from './values.ts';
import { Pattern } from './regex.ts';

type Operate = (left: unknown, right: unknown, meter: Meter) => unknown;

function arithmetic(compute: (left: number, right: number) => number): Operate {
  return (left, right, meter) => compute(toNumber(left, meter), toNumber(right, meter));
}

function add(left: unknown, right: unknown, meter: Meter): unknown {
  if (typeof left === 'number' && typeof right === 'number') return left + right;
  const first = toPrimitive(left, meter, 'text');
  const second = toPrimitive(right, meter, 'text');
  if (typeof first !== 'string' && typeof second !== 'string') return toNumber(first, meter) + toNumber(second, meter);
  const text = toText(first, meter) + toText(second, meter);
  meter.joined(text.length);
  return text;
}

function comparison(
  texts: (left: string, right: string) => boolean,
  numbers: (left: number, right: number) => boolean,
): Operate {
  return (left, right, meter) => {
    if (typeof left === 'number' && typeof right === 'number') return numbers(left, right);
    const first = toPrimitive(left, meter, 'number');
    const second = toPrimitive(right, meter, 'number');
    compared(first, second, meter);
    if (typeof first === 'string' && typeof second === 'string') return texts(first, second);
    return numbers(toNumber(first, meter), toNumber(second, meter));
  };
}

function isSame(left: unknown, right: unknown, meter: Meter): boolean {
  compared(left, right, meter);
  return left === right;
}

/** JavaScript's `==`. */
function isLooselyEqual(left: unknown, right: unknown, meter: Meter): boolean {
  if (left === null || left === undefined) return right === null || right === undefined;
  if (right === null || right === undefined) return false;
  if (typeof left === typeof right) return isSame(left, right, meter);
  const first = toPrimitive(left, meter, 'text');
  const second = toPrimitive(right, meter, 'text');
  compared(first, second, meter);
  if (typeof first === 'string' && typeof second === 'string') return first === second;
  return toNumber(first, meter) === toNumber(second, meter);
}

function isInstance(value: unknown, kind: unknown): boolean {
  if (!(kind instanceof Callable)) throw new EvaluationError(`${describe(kind)} has no instances`);
  if (kind.name === 'Array') return isList(value);
  if (kind.name === 'Date') return value instanceof Date;
  if (kind.name === 'Map') return value instanceof Map;
  if (kind.name === 'Set') return value instanceof Set;
  if (kind.name === 'RegExp') return value instanceof Pattern;
  return kind.name === 'Object' && typeof value === 'object' && value !== null;
}

function hasField(key: unknown, value: unknown, meter: Meter): boolean {
  if (isRecord(value) || isList(value)) return Object.hasOwn(value, toText(key, meter));
  throw new EvaluationError(`“in” looks into an object, not into ${describe(value)}`);
}

const BINARY: Readonly<Record<BinaryOperator, Operate>> = {
  '===': isSame,
  '!==': (left, right, meter) => !isSame(left, right, meter),
  '==': isLooselyEqual,
  '!=': (left, right, meter) => !isLooselyEqual(left, right, meter),
  '<': comparison(
    (left, right) => left < right,
    (left, right) => left < right,
  ),
  '<=': comparison(
    (left, right) => left <= right,
    (left, right) => left <= right,
  ),
  '>': comparison(
    (left, right) => left > right,
    (left, right) => left > right,
  ),
  '>=': comparison(
    (left, right) => left >= right,
    (left, right) => left >= right,
  ),
  '+': add,
  '-': arithmetic((left, right) => left - right),
  '*': arithmetic((left, right) => left * right),
  '/': arithmetic((left, right) => left / right),
  '%': arithmetic((left, right) => left % right),
  '**': arithmetic((left, right) => left ** right),
  '|': arithmetic((left, right) => left | right),
  '&': arithmetic((left, right) => left & right),
  '^': arithmetic((left, right) => left ^ right),
  '<<': arithmetic((left, right) => left << right),
  '>>': arithmetic((left, right) => left >> right),
  '>>>': arithmetic((left, right) => left >>> right),
  in: hasField,
  instanceof: isInstance,
};

/** A binary operator. */
export function compileBinary(node: BinaryExpression, context: Context): Evaluate {
  if (node.left.type === 'PrivateIdentifier') throw refused(node.left);
  const left = context.compile(node.left, context);
  const right = context.compile(node.right, context);
  const operate = BINARY[node.operator];
  return (frame) => operate(left(frame), right(frame), frame.meter);
}

/** `&&`, `||` or `??`; evaluates the right side only when needed. */
export function compileLogical(node: LogicalExpression, context: Context): Evaluate {
  const left = context.compile(node.left, context);
  const right = context.compile(node.right, context);
  if (node.operator === '&&') return (frame) => left(frame) && right(frame);
  if (node.operator === '||') return (frame) => left(frame) || right(frame);
  return (frame) => left(frame) ?? right(frame);
}

/** A unary operator. */
export function compileUnary(node: UnaryExpression, context: Context): Evaluate {
  if (node.operator === 'delete')
    throw new EvaluationError('fields cannot be deleted; write ({ field, ...rest }) => rest', node.start);
  const value = context.compile(node.argument, context);
  if (node.operator === 'typeof') return compileTypeof(node, value, context);
  if (node.operator === '!') return (frame) => !value(frame);
  if (node.operator === '-') return (frame) => -toNumber(value(frame), frame.meter);
  if (node.operator === '+') return (frame) => toNumber(value(frame), frame.meter);
  if (node.operator === '~') return (frame) => ~toNumber(value(frame), frame.meter);
  return (frame) => void value(frame);
}

/** Evaluates `typeof`, which accepts undeclared names as in JavaScript. */
function compileTypeof({ argument }: UnaryExpression, value: Evaluate, context: Context): Evaluate {
  const name = argument.type === 'Identifier' && !context.names?.find(argument.name) ? argument.name : undefined;
  return (frame) => {
    if (name !== undefined && !context.isKnown(name, frame)) return 'undefined';
    const result = value(frame);
    return result instanceof Callable ? 'function' : typeof result;
  };
}
