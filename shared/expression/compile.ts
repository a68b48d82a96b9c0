import type { ConditionalExpression, Expression, Identifier, Node } from 'acorn';
import { compileArrow } from './compile-functions.ts';
import { compileList, compileLiteral, compileRecord, compileTemplateLiteral } from './compile-literals.ts';
import { compileCall, compileChain, compileMember, compileNew } from './compile-members.ts';
import { compileBinary, compileLogical, compileUnary } from './compile-operators.ts';
import { EvaluationError, expressionError } from './expression-error.ts';
import { refused, type Context, type Evaluate, type Frame, type Names } from './frame.ts';
import { GLOBALS } from './globals.ts';
import { suggestion } from './suggestion.ts';
import { parseExpression } from './syntax.ts';

/** An expression ready to run. */
interface Compiled {
  readonly evaluate: Evaluate;
  /** True when it calls and constructs nothing: its result is JSON or part of the scope, and needs no cleaning. */
  readonly isPlain: boolean;
}

/** Compiles a text. Throws ExpressionError when it is no expression, or uses an unsupported part of JavaScript. */
export function compile(text: string): Compiled {
  return compileTree(parseExpression(text), text, () => undefined);
}

/** The tree of an expression, and the names in it that no arrow function declares, each with those declared around it. */
export interface FreeNames {
  readonly tree: Expression;
  readonly free: ReadonlyMap<Node, Names | null>;
}

/** Finds the names that an expression takes from its scope, built-ins included. Throws ExpressionError. */
export function freeNames(text: string): FreeNames {
  const tree = parseExpression(text);
  const free = new Map<Node, Names | null>();
  compileTree(tree, text, (node, names) => free.set(node, names));
  return { tree, free };
}

function compileTree(tree: Expression, text: string, onFree: Context['onFree']): Compiled {
  let isPlain = true;
  const context: Context = {
    names: null,
    text,
    onFree,
    isKnown: (name, { scope }) => Object.hasOwn(scope, name) || GLOBALS.has(name),
    compile: (node, inner) => {
      if (MAKERS.has(node.type) || (node.type === 'Identifier' && GLOBALS.has(node.name))) isPlain = false;
      return compileNode(node, inner);
    },
  };
  try {
    const evaluate = context.compile(tree, context);
    return { evaluate, isPlain };
  } catch (cause) {
    throw expressionError(text, cause);
  }
}

const MAKERS: ReadonlySet<string> = new Set([
  'CallExpression',
  'NewExpression',
  'ArrowFunctionExpression',
  'ObjectExpression',
  'ArrayExpression',
  'Literal',
]);

function compileNode(node: Expression, context: Context): Evaluate {
  if (node.type === 'Literal') return compileLiteral(node);
  if (node.type === 'Identifier') return compileIdentifier(node, context);
  if (node.type === 'MemberExpression') return compileMember(node, context);
  if (node.type === 'ChainExpression') return compileChain(node, context);
  if (node.type === 'CallExpression') return compileCall(node, context);
  if (node.type === 'NewExpression') return compileNew(node, context);
  if (node.type === 'BinaryExpression') return compileBinary(node, context);
  if (node.type === 'LogicalExpression') return compileLogical(node, context);
  if (node.type === 'UnaryExpression') return compileUnary(node, context);
  if (node.type === 'ConditionalExpression') return compileConditional(node, context);
  if (node.type === 'ParenthesizedExpression') return context.compile(node.expression, context);
  if (node.type === 'TemplateLiteral') return compileTemplateLiteral(node, context);
  if (node.type === 'ArrayExpression') return compileList(node, context);
  if (node.type === 'ObjectExpression') return compileRecord(node, context);
  if (node.type === 'ArrowFunctionExpression') return compileArrow(node, context);
  throw refused(node);
}

function compileConditional(node: ConditionalExpression, context: Context): Evaluate {
  const test = context.compile(node.test, context);
  const consequent = context.compile(node.consequent, context);
  const alternate = context.compile(node.alternate, context);
  return (frame) => (test(frame) ? consequent(frame) : alternate(frame));
}

function compileIdentifier(node: Identifier, context: Context): Evaluate {
  const { name, start } = node;
  const local = context.names?.find(name);
  if (local !== undefined) return compileLocal(local.slot, local.depth);
  context.onFree(node, context.names);
  return ({ scope }) => {
    if (Object.hasOwn(scope, name)) return scope[name];
    if (GLOBALS.has(name)) return GLOBALS.get(name);
    throw new EvaluationError(
      `there is no “${name}”${suggestion(name, [...Object.keys(scope), ...GLOBALS.keys()])}`,
      start,
    );
  };
}

function compileLocal(slot: number, depth: number): Evaluate {
  if (depth === 0) return (frame) => frame.locals[slot];
  if (depth === 1) return (frame) => frame.parent?.locals[slot];
  return (frame) => {
    let at: Frame | null = frame;
    for (let left = depth; left > 0; left--) at = at?.parent ?? null;
    return at?.locals[slot];
  };
}
