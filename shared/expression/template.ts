import type { Budget } from './budget.ts';
import { check, type Scope } from './evaluate.ts';
import { ExpressionError, expressionError } from './expression-error.ts';
import { TextCache } from './text-cache.ts';
import { TurnOver } from './meter.ts';
import { LONGEST_EXPRESSION, expressionEnd, skipBlanks } from './syntax.ts';

/** A parsed template: `texts[0]`, the value of `expressions[0]`, `texts[1]`, … */
interface Template {
  readonly texts: readonly string[];
  readonly expressions: readonly string[];
  /** Start of each expression. */
  readonly starts: readonly number[];
}

/** Maximum number of templates in one text. */
const MOST_TEMPLATES = 2_000;

/** Path into a value: names of fields and indexes of lists. */
export type Path = readonly (string | number)[];

const templates = new TextCache(parse);

/**
 * Fills in the templates in the texts of a JSON value; returns parts without templates unchanged. A text that is one template
 * becomes the expression's value, of any type. In longer texts, texts stand as they are, null and undefined as nothing, lists and
 * objects as JSON. Throws ExpressionError, or TurnOver when the budget's turn is over.
 */
export function render(value: unknown, scope: Scope, budget: Budget): unknown {
  if (typeof value === 'string') return value.includes('{{') ? renderText(value, scope, budget) : value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    count(budget, value.length);
    const items = value.map((item: unknown) => render(item, scope, budget));
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  const entries = Object.entries(value);
  count(budget, entries.length);
  const rendered = entries.map(([key, item]) => [key, render(item, scope, budget)] as const);
  return rendered.some(([, item], index) => item !== entries[index]?.[1]) ? Object.fromEntries(rendered) : value;
}

/** Counts the walk past values without templates. */
function count({ meter }: Budget, parts: number): void {
  failingIn('{{ … }}', () => meter.spend(1 + (parts >>> 2)));
}

function renderText(text: string, scope: Scope, budget: Budget): unknown {
  if (!templates.has(text)) failingIn(text, () => budget.meter.spend(30 + (text.length >>> 4)));
  const { texts, expressions } = templates.get(text);
  const values = expressions.map((expression) => {
    const value = budget.evaluate(expression, scope);
    failingIn(expression, () => budget.keep(value));
    return value;
  });
  if (values.length === 1 && texts.every((part) => part === '')) return values[0];
  return texts.map((part, index) => part + (index < values.length ? asText(values[index]) : '')).join('');
}

function failingIn(text: string, act: () => void): void {
  try {
    act();
  } catch (cause) {
    throw cause instanceof TurnOver ? cause : expressionError(text, cause);
  }
}

function asText(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === null || value === undefined ? '' : JSON.stringify(value);
}

/** The expressions in a text with templates, and where each begins; none when its braces do not pair. */
export function expressionsIn(text: string): readonly { readonly expression: string; readonly start: number }[] {
  try {
    const { expressions, starts } = templates.get(text);
    return expressions.map((expression, index) => ({ expression, start: starts[index] ?? 0 }));
  } catch (cause) {
    if (cause instanceof ExpressionError) return [];
    throw cause;
  }
}

/** Problems of the templates in a value, without running them. */
export function checkTemplates(value: unknown): { readonly path: Path; readonly error: ExpressionError }[] {
  return textsOf(value, []).flatMap(({ path, text }) => {
    const error = checkTemplate(text);
    return error === null ? [] : [{ path, error }];
  });
}

function checkTemplate(text: string): ExpressionError | null {
  try {
    for (const expression of templates.get(text).expressions) {
      const error = check(expression);
      if (error !== null) return error;
    }
    return null;
  } catch (cause) {
    if (cause instanceof ExpressionError) return cause;
    throw cause;
  }
}

/** The texts with templates in a value, and their paths. */
export function textsOf(value: unknown, path: Path): { readonly path: Path; readonly text: string }[] {
  if (typeof value === 'string') return value.includes('{{') ? [{ path, text: value }] : [];
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((item: unknown, index) => textsOf(item, [...path, index]));
  return Object.entries(value).flatMap(([key, item]) => textsOf(item, [...path, key]));
}

function parse(text: string): Template {
  const texts: string[] = [];
  const expressions: string[] = [];
  const starts: number[] = [];
  let end = 0;
  for (let at = text.indexOf('{{'); at !== -1; at = text.indexOf('{{', end)) {
    if (expressions.length === MOST_TEMPLATES)
      throw new ExpressionError(text.slice(at), `a text may have at most ${MOST_TEMPLATES} templates`, at);
    texts.push(text.slice(end, at));
    const close = closing(text, at + 2);
    const written = text.slice(at + 2, close);
    expressions.push(written.trim());
    starts.push(at + 2 + written.length - written.trimStart().length);
    end = close + 2;
  }
  texts.push(text.slice(end));
  return { texts, expressions, starts };
}

/** Position of the `}}` that ends the template expression starting at `start`. */
function closing(text: string, start: number): number {
  const next = text.indexOf('}}', start);
  if (next === -1) throw new ExpressionError(text.slice(start - 2), 'it has no closing }}', start);
  try {
    // At most the maximum length of an expression: the parser also reads the text before its start.
    const part = text.slice(start, start + LONGEST_EXPRESSION + 2);
    const end = skipBlanks(part, expressionEnd(part));
    if (part.startsWith('}}', end)) return start + end;
  } catch {
    // No expression: its compilation, up to the next }}, reports the problem.
  }
  return next;
}
