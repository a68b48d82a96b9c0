import type { ArrowFunctionExpression, BlockStatement, Pattern as Target, Statement, VariableDeclaration } from 'acorn';
import { allowed } from './compile-members.ts';
import { compileName } from './compile-literals.ts';
import { Names, refused, type Context, type Evaluate, type Frame } from './frame.ts';
import { readMember } from './methods.ts';
import { Callable, isList, isRecord, itemsOf, setField } from './values.ts';
import { EvaluationError } from './expression-error.ts';

/** Assigns a value to the variables that a pattern declares. */
type Bind = (value: unknown, frame: Frame) => void;

/** Result of a statement after which the function continues. */
const NEXT: unique symbol = Symbol('next');

/** An arrow function, a closure over its scope. */
export function compileArrow(node: ArrowFunctionExpression, outer: Context): Evaluate {
  if (node.async) throw new EvaluationError('“async” cannot be used in expressions', node.start);
  const names = new Names(outer.names);
  const context: Context = { ...outer, names };
  const binds = node.params.map((parameter) => ({
    rest: parameter.type === 'RestElement',
    bind: compileTarget(parameter.type === 'RestElement' ? parameter.argument : parameter, context),
  }));
  const body =
    node.body.type === 'BlockStatement' ? compileBody(node.body, context) : outer.compile(node.body, context);
  // A long body of operators alone calls nothing that counts.
  const work = (node.end - node.start) >>> 4;
  return (parent) =>
    new Callable('', (args, meter) => {
      meter.enter();
      meter.spend(work);
      const frame: Frame = { scope: parent.scope, meter, locals: new Array<unknown>(names.size), parent };
      for (let index = 0; index < binds.length; index++) {
        const parameter = binds[index];
        parameter?.bind(parameter.rest ? args.slice(index) : args[index], frame);
      }
      const result = body(frame);
      meter.leave();
      return result;
    });
}

function compileBody(block: BlockStatement, context: Context): Evaluate {
  const statements = compileBlock(block.body, context);
  return (frame) => {
    const result = statements(frame);
    return result === NEXT ? undefined : result;
  };
}

function compileBlock(statements: readonly Statement[], context: Context): Evaluate {
  const steps = statements.map((statement) => compileStatement(statement, context));
  return (frame) => {
    for (const step of steps) {
      const result = step(frame);
      if (result !== NEXT) return result;
    }
    return NEXT;
  };
}

function compileStatement(node: Statement, context: Context): Evaluate {
  if (node.type === 'ReturnStatement') return node.argument ? context.compile(node.argument, context) : () => undefined;
  if (node.type === 'VariableDeclaration') return compileDeclaration(node, context);
  if (node.type === 'BlockStatement') {
    return compileBlock(node.body, { ...context, names: new Names(context.names, true) });
  }
  if (node.type === 'EmptyStatement') return () => NEXT;
  if (node.type !== 'IfStatement')
    throw refused(node.type in REFUSED_BODIES ? node : { type: 'ExpressionStatement', start: node.start });
  const test = context.compile(node.test, context);
  const consequent = compileStatement(node.consequent, context);
  const alternate = node.alternate ? compileStatement(node.alternate, context) : () => NEXT;
  return (frame) => (test(frame) ? consequent(frame) : alternate(frame));
}

const REFUSED_BODIES = {
  ForStatement: 1,
  ForOfStatement: 1,
  ForInStatement: 1,
  WhileStatement: 1,
  DoWhileStatement: 1,
};

function compileDeclaration(node: VariableDeclaration, context: Context): Evaluate {
  const steps = node.declarations.map(({ id, init }) => {
    // The name first, so that an arrow function can call itself.
    const bind = compileTarget(id, context);
    const value = init ? context.compile(init, context) : () => undefined;
    return (frame: Frame) => bind(value(frame), frame);
  });
  return (frame) => {
    for (const step of steps) step(frame);
    return NEXT;
  };
}

function compileTarget(node: Target, context: Context): Bind {
  if (node.type === 'Identifier') {
    const slot = context.names?.declare(allowed(node.name, node.start)) ?? 0;
    return (value, frame) => {
      frame.locals[slot] = value;
    };
  }
  if (node.type === 'AssignmentPattern') {
    const bind = compileTarget(node.left, context);
    const preset = context.compile(node.right, context);
    return (value, frame) => bind(value === undefined ? preset(frame) : value, frame);
  }
  if (node.type === 'ArrayPattern') return compileListTarget(node.elements, context);
  if (node.type === 'ObjectPattern') return compileRecordTarget(node, context);
  throw refused(node);
}

function compileListTarget(elements: readonly (Target | null)[], context: Context): Bind {
  const binds = elements.map((element, index): Bind => {
    if (element === null) return () => undefined;
    const rest = element.type === 'RestElement';
    const bind = compileTarget(element.type === 'RestElement' ? element.argument : element, context);
    return (value, frame) => isList(value) && bind(rest ? value.slice(index) : value[index], frame);
  });
  return (value, frame) => {
    const items = itemsOf(value, frame.meter);
    frame.meter.spend(items.length >>> 6);
    for (const bind of binds) bind(items, frame);
  };
}

type RecordTarget = Extract<Target, { type: 'ObjectPattern' }>;

function compileRecordTarget({ properties }: RecordTarget, context: Context): Bind {
  const keys: ((frame: Frame) => string)[] = [];
  const binds = properties.map((property): Bind => {
    if (property.type === 'RestElement') {
      const bind = compileTarget(property.argument, context);
      return (value, frame) =>
        bind(
          withoutFields(
            value,
            keys.map((key) => key(frame)),
            frame,
          ),
          frame,
        );
    }
    const key = compileName(property, context);
    keys.push(key);
    const bind = compileTarget(property.value, context);
    return (value, frame) => bind(readMember(value, key(frame)), frame);
  });
  return (value, frame) => {
    if (value === null || value === undefined) throw new EvaluationError(`cannot take fields out of ${String(value)}`);
    for (const bind of binds) bind(value, frame);
  };
}

function withoutFields(value: unknown, taken: readonly string[], { meter }: Frame): Record<string, unknown> {
  const rest: Record<string, unknown> = {};
  if (!isRecord(value)) return rest;
  for (const key of Object.keys(value)) {
    meter.spend(1);
    if (!taken.includes(key)) setField(rest, key, value[key]);
  }
  return rest;
}
