import { parseExpressionAt, type Expression } from 'acorn';
import { ExpressionError, TOO_EARLY, expressionError } from './expression-error.ts';

/** Maximum length of an expression, in UTF-16 units. */
export const LONGEST_EXPRESSION = 20_000;
const BLANK = /^(?:\s|\/\*[^]*?\*\/|\/\/[^\n]*(?:\n|$))*/;

/** The syntax tree of a whole expression. Throws ExpressionError unless the text is exactly one. */
export function parseExpression(text: string): Expression {
  if (text.length > LONGEST_EXPRESSION)
    throw new ExpressionError(text, `it is longer than ${LONGEST_EXPRESSION} characters`);
  if (skipBlanks(text, 0) === text.length) throw new ExpressionError(text, 'it is empty');
  const tree = parseBeginning(text);
  const end = skipBlanks(text, tree.end);
  if (end < text.length) throw new ExpressionError(text, unexpected(text, end), end);
  return tree;
}

/** End of the expression at the start of a text. Only a parser finds it: `}}` may be inside a string or an object. */
export function expressionEnd(text: string): number {
  return parseBeginning(text).end;
}

/** The offset after white space and comments. */
export function skipBlanks(text: string, start: number): number {
  return start + (BLANK.exec(text.slice(start))?.[0].length ?? 0);
}

function parseBeginning(text: string): Expression {
  try {
    // Parentheses are kept so that `(a)` ends after its `)`.
    return parseExpressionAt(text, 0, { ecmaVersion: 'latest', sourceType: 'module', preserveParens: true });
  } catch (cause) {
    throw cause instanceof SyntaxError ? syntaxError(text, cause) : expressionError(text, cause);
  }
}

function syntaxError(text: string, cause: SyntaxError & { pos?: number }): ExpressionError {
  const position = cause.pos ?? 0;
  const said = cause.message.replace(/ \(\d+:\d+\)$/, '');
  if (position >= text.trimEnd().length) return new ExpressionError(text, TOO_EARLY, text.length);
  if (said === 'Unexpected token') return new ExpressionError(text, unexpected(text, position), position);
  if (said === 'Unterminated string constant')
    return new ExpressionError(text, 'a text has no closing quote', position);
  if (said === 'Unterminated template') return new ExpressionError(text, 'a text has no closing backquote', position);
  return new ExpressionError(text, said.charAt(0).toLowerCase() + said.slice(1), position);
}

function unexpected(text: string, position: number): string {
  const token = /^(?:[\w$]+|[^\w\s]{1,2})/u.exec(text.slice(position))?.[0] ?? '';
  return `“${token}” is not expected at character ${position + 1}`;
}
