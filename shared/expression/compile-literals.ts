import type { ArrayExpression, Expression, Literal, ObjectExpression, Property, TemplateLiteral } from 'acorn';
import { allowed, compileItems } from './compile-members.ts';
import { EvaluationError } from './expression-error.ts';
import { refused, type Context, type Evaluate, type Frame } from './frame.ts';
import { copyFields } from './record-globals.ts';
import { Pattern } from './regex.ts';
import { setField, toText } from './values.ts';

/** A number, text, regular expression, `true`, `false` or `null`. */
export function compileLiteral({ value, regex, bigint, start }: Literal): Evaluate {
  if (typeof value === 'bigint' || bigint) throw new EvaluationError('write the number without “n”', start);
  if (!regex) return () => value;
  // Compiled once: patterns have no state.
  const pattern = new Pattern(regex.pattern, regex.flags);
  return () => pattern;
}

/** A template literal. */
export function compileTemplateLiteral({ quasis, expressions }: TemplateLiteral, context: Context): Evaluate {
  const texts = quasis.map((quasi) => quasi.value.cooked ?? '');
  const values = expressions.map((expression) => context.compile(expression, context));
  return (frame) => {
    const { meter } = frame;
    let result = texts[0] ?? '';
    for (const [index, value] of values.entries()) {
      result += toText(value(frame), meter) + (texts[index + 1] ?? '');
      meter.joined(result.length);
    }
    return result;
  };
}

/** A list literal. */
export function compileList(node: ArrayExpression, context: Context): Evaluate {
  return compileItems(node.elements, context);
}

type Put = (target: Record<string, unknown>, frame: Frame) => void;

/** An object literal. */
export function compileRecord(node: ObjectExpression, context: Context): Evaluate {
  const puts = node.properties.map((property): Put => {
    if (property.type !== 'SpreadElement') return compileField(property, context);
    const source = context.compile(property.argument, context);
    return (target, frame) => copyFields(target, source(frame), frame.meter);
  });
  return (frame) => {
    const record: Record<string, unknown> = {};
    for (const put of puts) put(record, frame);
    return record;
  };
}

function compileField(property: Property, context: Context): Put {
  if (property.kind !== 'init' || property.method) throw refused({ type: 'FunctionExpression', start: property.start });
  const key = compileName(property, context);
  const value = context.compile(property.value, context);
  return (target, frame) => setField(target, key(frame), value(frame));
}

/** The name of a field in an object literal or a pattern. */
export function compileName(
  { key, computed }: { readonly key: Expression; readonly computed: boolean },
  context: Context,
): (frame: Frame) => string {
  if (!computed && (key.type === 'Identifier' || key.type === 'Literal')) {
    const name = allowed(key.type === 'Identifier' ? key.name : String(key.value), key.start);
    return () => name;
  }
  const value = context.compile(key, context);
  return (frame) => allowed(toText(value(frame), frame.meter));
}
