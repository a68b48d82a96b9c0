import type {
  CallExpression,
  ChainExpression,
  Expression,
  MemberExpression,
  NewExpression,
  SpreadElement,
} from 'acorn';
import { EvaluationError } from './expression-error.ts';
import { SHORT, located, refused, type Context, type Evaluate, type Frame } from './frame.ts';
import { callMember, readMember, refusal } from './methods.ts';
import { Callable, describe, itemsOf, toText } from './values.ts';

/** A member expression: its object, and the key and its position. */
interface Reference {
  readonly object: Evaluate;
  readonly key: (frame: Frame) => string;
  readonly position: number;
}

function compileReference(node: MemberExpression, context: Context): Reference {
  if (node.object.type === 'Super') throw refused(node.object);
  const object = context.compile(node.object, context);
  return { object, key: compileKey(node, context), position: node.property.start };
}

function compileKey({ property, computed }: MemberExpression, context: Context): (frame: Frame) => string {
  if (property.type === 'PrivateIdentifier') throw refused(property);
  if (!computed && property.type === 'Identifier') {
    const name = allowed(property.name, property.start);
    return () => name;
  }
  const key = context.compile(property, context);
  return (frame) => allowed(toText(key(frame), frame.meter));
}

/** Returns the key; throws for one that is refused. */
export function allowed(key: string, position?: number): string {
  const reason = refusal(key);
  if (reason !== undefined) throw new EvaluationError(reason, position);
  return key;
}

/** A field of a value: `a.b`, `a?.b` or `a[b]`. */
export function compileMember(node: MemberExpression, context: Context): Evaluate {
  const { object, key, position } = compileReference(node, context);
  const { optional } = node;
  return (frame) => {
    const value = object(frame);
    if (value === SHORT || (optional && isNullish(value))) return SHORT;
    try {
      return readMember(value, key(frame));
    } catch (cause) {
      throw located(cause, position);
    }
  };
}

function isNullish(value: unknown): boolean {
  return value === null || value === undefined;
}

/** A whole `a?.b.c`; undefined when it was cut short. */
export function compileChain(node: ChainExpression, context: Context): Evaluate {
  const inner = context.compile(node.expression, context);
  return (frame) => {
    const value = inner(frame);
    return value === SHORT ? undefined : value;
  };
}

/** A call of a function or of a method. */
export function compileCall(node: CallExpression, context: Context): Evaluate {
  if (node.callee.type === 'Super') throw refused(node.callee);
  const callee = withoutParentheses(node.callee);
  const args = compileItems(node.arguments, context);
  if (callee.type === 'MemberExpression') return compileMethodCall({ node, callee, args }, context);
  const target = context.compile(callee, context);
  const name = context.text.slice(callee.start, callee.end);
  return (frame) => {
    const value = target(frame);
    if (value === SHORT || (node.optional && isNullish(value))) return SHORT;
    frame.meter.spend(1);
    if (value instanceof Callable) return value.invoke(args(frame), frame.meter);
    throw new EvaluationError(`“${name}” is ${describe(value)}, not a function`, callee.start);
  };
}

interface MethodCall {
  readonly node: CallExpression;
  readonly callee: MemberExpression;
  readonly args: (frame: Frame) => readonly unknown[];
}

function compileMethodCall({ node, callee, args }: MethodCall, context: Context): Evaluate {
  const { object, key, position } = compileReference(callee, context);
  return (frame) => {
    const value = object(frame);
    if (value === SHORT || (callee.optional && isNullish(value))) return SHORT;
    const name = key(frame);
    if (node.optional && isNullish(readOptional(value, name))) return SHORT;
    const given = args(frame);
    try {
      return callMember(value, name, given, frame.meter);
    } catch (cause) {
      throw located(cause, position);
    }
  };
}

/** For `a.b?.()`: a method that exists can be called, but is not a value. */
function readOptional(value: unknown, name: string): unknown {
  try {
    return readMember(value, name);
  } catch (cause) {
    if (isNullish(value)) throw cause;
    return SHORT;
  }
}

/** An object made by `new`. */
export function compileNew(node: NewExpression, context: Context): Evaluate {
  const target = context.compile(node.callee, context);
  const args = compileItems(node.arguments, context);
  const name = context.text.slice(node.callee.start, node.callee.end);
  return (frame) => {
    const value = target(frame);
    frame.meter.spend(1);
    if (value instanceof Callable && value.construct) return value.construct(args(frame), frame.meter);
    throw new EvaluationError(`new ${name} cannot be used in expressions`, node.start);
  };
}

/** Arguments or list items, spread ones included; a hole is undefined. */
export function compileItems(
  nodes: readonly (Expression | SpreadElement | null)[],
  context: Context,
): (frame: Frame) => readonly unknown[] {
  const items = nodes.map((node) => {
    if (node === null) return { spread: false, value: () => undefined };
    const spread = node.type === 'SpreadElement';
    return { spread, value: context.compile(node.type === 'SpreadElement' ? node.argument : node, context) };
  });
  if (!items.some((item) => item.spread)) return (frame) => items.map((item) => item.value(frame));
  return (frame) => {
    const list: unknown[] = [];
    for (const { spread, value } of items) {
      if (!spread) list.push(value(frame));
      else spreadInto(list, value(frame), frame);
    }
    return list;
  };
}

function spreadInto(list: unknown[], value: unknown, { meter }: Frame): void {
  const items = itemsOf(value, meter);
  meter.list(list.length + items.length);
  for (const item of items) list.push(item);
}

function withoutParentheses(node: Expression): Expression {
  return node.type === 'ParenthesizedExpression' ? withoutParentheses(node.expression) : node;
}
