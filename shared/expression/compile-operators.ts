import type { BinaryExpression, BinaryOperator, LogicalExpression, UnaryExpression } from 'acorn';
import { Fault } from './expression-error.ts';
import { refused } from './frame.ts';
import type { Context, Evaluate } from './frame.ts';
import type { Run } from './run.ts';
import { Callable, compared, describe, isList, isRecord, toNumber, toPrimitive, toText } from './values.ts';
import { Pattern } from './regex.ts';

type Operate = (left: unknown, right: unknown, run: Run) => unknown;

function arithmetic(compute: (left: number, right: number) => number): Operate {
  return (left, right, run) => compute(toNumber(left, run), toNumber(right, run));
}

function add(left: unknown, right: unknown, run: Run): unknown {
  if (typeof left === 'number' && typeof right === 'number') return left + right;
  const first = toPrimitive(left, run, 'text');
  const second = toPrimitive(right, run, 'text');
  if (typeof first !== 'string' && typeof second !== 'string') return toNumber(first, run) + toNumber(second, run);
  const text = toText(first, run) + toText(second, run);
  run.joined(text.length);
  return text;
}

function comparison(
  texts: (left: string, right: string) => boolean,
  numbers: (left: number, right: number) => boolean,
): Operate {
  return (left, right, run) => {
    if (typeof left === 'number' && typeof right === 'number') return numbers(left, right);
    const first = toPrimitive(left, run, 'number');
    const second = toPrimitive(right, run, 'number');
    compared(first, second, run);
    if (typeof first === 'string' && typeof second === 'string') return texts(first, second);
    return numbers(toNumber(first, run), toNumber(second, run));
  };
}

function isSame(left: unknown, right: unknown, run: Run): boolean {
  compared(left, right, run);
  return left === right;
}

/** JavaScript's `==`. */
function isLooselyEqual(left: unknown, right: unknown, run: Run): boolean {
  if (left === null || left === undefined) return right === null || right === undefined;
  if (right === null || right === undefined) return false;
  if (typeof left === typeof right) return isSame(left, right, run);
  const first = toPrimitive(left, run, 'text');
  const second = toPrimitive(right, run, 'text');
  compared(first, second, run);
  if (typeof first === 'string' && typeof second === 'string') return first === second;
  return toNumber(first, run) === toNumber(second, run);
}

function isInstance(value: unknown, kind: unknown): boolean {
  if (!(kind instanceof Callable)) throw new Fault(`${describe(kind)} has no instances`);
  if (kind.name === 'Array') return isList(value);
  if (kind.name === 'Date') return value instanceof Date;
  if (kind.name === 'Map') return value instanceof Map;
  if (kind.name === 'Set') return value instanceof Set;
  if (kind.name === 'RegExp') return value instanceof Pattern;
  return kind.name === 'Object' && typeof value === 'object' && value !== null;
}

function hasField(key: unknown, value: unknown, run: Run): boolean {
  if (isRecord(value) || isList(value)) return Object.hasOwn(value, toText(key, run));
  throw new Fault(`“in” looks into an object, not into ${describe(value)}`);
}

const BINARY: Readonly<Record<BinaryOperator, Operate>> = {
  '===': isSame,
  '!==': (left, right, run) => !isSame(left, right, run),
  '==': isLooselyEqual,
  '!=': (left, right, run) => !isLooselyEqual(left, right, run),
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
  return (frame) => operate(left(frame), right(frame), frame.run);
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
    throw new Fault('fields cannot be deleted; write ({ field, ...rest }) => rest', node.start);
  const value = context.compile(node.argument, context);
  if (node.operator === 'typeof') return compileTypeof(node, value, context);
  if (node.operator === '!') return (frame) => !value(frame);
  if (node.operator === '-') return (frame) => -toNumber(value(frame), frame.run);
  if (node.operator === '+') return (frame) => toNumber(value(frame), frame.run);
  if (node.operator === '~') return (frame) => ~toNumber(value(frame), frame.run);
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
