import { compile } from './compile.ts';
import { ExpressionError, expressionError } from './expression-error.ts';
import type { Scope } from './frame.ts';
import { plain } from './plain.ts';
import { Recent } from './recent.ts';
import { Run } from './run.ts';
import type { Limits } from './run.ts';

export type { Limits } from './run.ts';
export type { Scope } from './frame.ts';

const compiled = new Recent(1_000, compile);
const NO_LOCALS: never[] = [];

/**
 * The value of a JavaScript expression over the names in `scope`: a JSON value or undefined (dates leave as ISO texts,
 * Sets as lists, Maps as objects). It may share parts with the scope, which is never changed. Throws ExpressionError.
 */
export function evaluate(text: string, scope: Scope, limits: Limits): unknown {
  const { evaluate: run, isPlain } = compiled.get(text);
  try {
    const frame = { scope, run: new Run(limits), locals: NO_LOCALS, parent: null };
    const value = run(frame);
    return isPlain || typeof value !== 'object' ? refuseFunction(value) : plain(value, frame.run);
  } catch (cause) {
    throw expressionError(text, cause);
  }
}

function refuseFunction(value: unknown): unknown {
  if (typeof value === 'function') throw new Error('its result is a function, not a value');
  return value;
}

/** What is wrong with the text of an expression, without running it; null when nothing is. */
export function check(text: string): ExpressionError | null {
  try {
    compiled.get(text);
    return null;
  } catch (cause) {
    if (cause instanceof ExpressionError) return cause;
    throw cause;
  }
}
