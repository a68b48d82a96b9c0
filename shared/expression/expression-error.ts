import { messageOf } from '../values/messages.ts';

const LONGEST_QUOTE = 160;
/** Maximum length of a reason, in characters: it may quote computed values, such as a field's name. */
const LONGEST_REASON = 300;

/** An error inside an evaluation; the boundary adds the expression. Never leaves this folder. */
export class EvaluationError extends Error {
  override readonly name = 'EvaluationError';
  readonly position: number | undefined;

  constructor(reason: string, position?: number) {
    super(reason);
    this.position = position;
  }
}

/** The only error that this folder throws to others: it quotes the expression and names the problem in one sentence. */
export class ExpressionError extends Error {
  override readonly name = 'ExpressionError';
  readonly expression: string;
  readonly reason: string;
  /** Offset of the error in `expression`, in UTF-16 units, when known. */
  readonly position: number | undefined;

  constructor(expression: string, why: string, position?: number) {
    const reason = shortened(why, LONGEST_REASON);
    super(reason === TOO_EARLY ? `Expression ends too early: ${quote(expression)}` : `${quote(expression)}: ${reason}`);
    this.expression = expression;
    this.reason = reason;
    this.position = position;
  }
}

/** The one reason that precedes the quoted expression. */
export const TOO_EARLY = 'it ends too early';

/** A text in quotation marks, shortened when it is long. */
function quote(text: string): string {
  return `“${shortened(text.trim(), LONGEST_QUOTE)}”`;
}

function shortened(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most)}…` : text;
}

/** Converts any failure of an evaluation, a native stack overflow included, to the error to show. */
export function expressionError(expression: string, cause: unknown): ExpressionError {
  if (cause instanceof ExpressionError) return cause;
  if (cause instanceof EvaluationError) return new ExpressionError(expression, cause.message, cause.position);
  if (isStackOverflow(cause)) return new ExpressionError(expression, 'it is nested too deeply');
  return new ExpressionError(expression, messageOf(cause));
}

function isStackOverflow(cause: unknown): boolean {
  return cause instanceof Error && /call stack|too much recursion/i.test(cause.message);
}
