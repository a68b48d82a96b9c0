import { compile } from './compile.ts';
import { ExpressionError, expressionError } from './expression-error.ts';
import type { Scope } from './frame.ts';
import { plain } from './plain.ts';
import { TextCache } from './text-cache.ts';
import { TurnOver, type Meter } from './meter.ts';

export type { ExpressionClock } from './meter.ts';
export type { Scope } from './frame.ts';

const compiled = new TextCache(compile);
const NO_LOCALS: never[] = [];
/** Compiling takes about this many operations for each character. */
const OPERATIONS_PER_CHARACTER = 20;

/**
 * The value of a JavaScript expression over the names in `scope`: a JSON value or undefined (dates leave as ISO texts,
 * Sets as lists, Maps as objects). It may share parts with the scope, which is never changed. Throws ExpressionError.
 */
export function evaluateWithin(text: string, scope: Scope, meter: Meter): unknown {
  try {
    meter.begin();
    if (!compiled.has(text)) meter.spend(text.length * OPERATIONS_PER_CHARACTER);
    const { evaluate, isPlain } = compiled.get(text);
    const value = evaluate({ scope, meter, locals: NO_LOCALS, parent: null });
    return isPlain || typeof value !== 'object' ? refuseFunction(value) : plain(value, meter);
  } catch (cause) {
    if (cause instanceof TurnOver) throw cause;
    throw expressionError(text, cause);
  }
}

function refuseFunction(value: unknown): unknown {
  if (typeof value === 'function') throw new Error('its result is a function, not a value');
  return value;
}

/** Validates the text of an expression without running it. Returns the problem; null when there is none. */
export function check(text: string): ExpressionError | null {
  try {
    compiled.get(text);
    return null;
  } catch (cause) {
    if (cause instanceof ExpressionError) return cause;
    throw cause;
  }
}
