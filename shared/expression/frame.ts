import type { Expression, Identifier } from 'acorn';
import { EvaluationError } from './expression-error.ts';
import type { Meter } from './meter.ts';

export type Scope = Readonly<Record<string, unknown>>;

/** Scope of a running part of an expression: the given names, the budget, and the variables of enclosing arrow functions. */
export interface Frame {
  readonly scope: Scope;
  readonly meter: Meter;
  readonly locals: unknown[];
  readonly parent: Frame | null;
}

/** A compiled part of an expression. */
export type Evaluate = (frame: Frame) => unknown;

/** Result of a chain such as `a?.b.c` after `a` was nullish. */
export const SHORT: unique symbol = Symbol('short');

/** The variables of one arrow function at compile time, and its enclosing functions. */
export class Names {
  readonly outer: Names | null;
  private readonly slots = new Map<string, number>();
  private readonly shared: { size: number };
  /** True for a block, which shares the frame of its function, but has names of its own. */
  readonly isBlock: boolean;

  constructor(outer: Names | null, isBlock = false) {
    this.outer = outer;
    this.isBlock = isBlock;
    this.shared = isBlock && outer ? outer.shared : { size: 0 };
  }

  declare(name: string): number {
    const slot = this.shared.size++;
    this.slots.set(name, slot);
    return slot;
  }

  get size(): number {
    return this.shared.size;
  }

  /** The slot of `name` and its number of functions outward; undefined when none declares it. */
  find(name: string): { slot: number; depth: number } | undefined {
    const slot = this.slots.get(name);
    if (slot !== undefined) return { slot, depth: 0 };
    const found = this.outer?.find(name);
    return found && { slot: found.slot, depth: found.depth + (this.isBlock ? 0 : 1) };
  }
}

/** Context for compiling one node: its names, the whole text, and the compiler of its children. */
export interface Context {
  readonly names: Names | null;
  readonly text: string;
  /** Receives each name that no arrow function declares, and the names declared around it. */
  readonly onFree: (node: Identifier, names: Names | null) => void;
  readonly compile: (node: Expression, context: Context) => Evaluate;
  /** True for a free name that is defined where the expression runs. */
  readonly isKnown: (name: string, frame: Frame) => boolean;
}

const HINTS: Readonly<Record<string, string>> = {
  AssignmentExpression: 'values cannot be assigned; an expression only computes a value (to compare, write ===)',
  UpdateExpression: 'values cannot be changed; write + 1 or - 1',
  ThisExpression: '“this” cannot be used in expressions',
  FunctionExpression: 'write an arrow function: (x) => …',
  ClassExpression: 'classes cannot be used in expressions',
  AwaitExpression: '“await” cannot be used in expressions',
  YieldExpression: '“yield” cannot be used in expressions',
  ImportExpression: '“import” cannot be used in expressions',
  MetaProperty: '“import.meta” and “new.target” cannot be used in expressions',
  SequenceExpression: 'the comma cannot join expressions; write one expression',
  TaggedTemplateExpression: 'a text cannot be tagged with a function',
  PrivateIdentifier: 'private fields cannot be used in expressions',
  Super: '“super” cannot be used in expressions',
  ForStatement: 'loops cannot be used in expressions; write map, filter or reduce',
  ForOfStatement: 'loops cannot be used in expressions; write map, filter or reduce',
  ForInStatement: 'loops cannot be used in expressions; write Object.keys(…).map',
  WhileStatement: 'loops cannot be used in expressions; write map, filter or reduce',
  DoWhileStatement: 'loops cannot be used in expressions; write map, filter or reduce',
  ExpressionStatement: 'a function body may only declare with const, decide with if, and return',
};

/** The error for an unsupported part of JavaScript. */
export function refused(node: { readonly type: string; readonly start: number }): EvaluationError {
  return new EvaluationError(HINTS[node.type] ?? `“${node.type}” cannot be used in expressions`, node.start);
}

/** Rethrows a failure with `position`, unless it has a position already. */
export function located(cause: unknown, position: number): unknown {
  return cause instanceof EvaluationError && cause.position === undefined
    ? new EvaluationError(cause.message, position)
    : cause;
}
