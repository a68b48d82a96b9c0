import { type Json, parseJson } from '../../../../shared/values/json.ts';
import { keysOf } from '../../../../shared/values/objects.ts';

/** The comparisons of a condition, by their operators in expressions. */
export const COMPARISONS = {
  '<': 'below',
  '>': 'above',
  '<=': 'at most',
  '>=': 'at least',
  '==': 'exactly',
  '!=': 'not',
} as const;
export type Comparison = keyof typeof COMPARISONS;

/** A condition that compares one parameter of the run with a value. */
export interface Condition {
  /** Slug of the parameter. */
  readonly parameter: string;
  readonly comparison: Comparison;
  readonly value: Json;
}

const CONDITION = /^params\.([A-Za-z_]\w*) (==|!=|<=|>=|<|>) (\S.*)$/;

/** The comparison in an expression; undefined for any other expression. */
export function conditionOf(when: string): Condition | undefined {
  const [, parameter = '', operator = '', text = ''] = CONDITION.exec(when) ?? [];
  const comparison = operatorOf(operator);
  if (comparison === undefined) return undefined;
  try {
    const value = parseJson(text);
    return typeof value === 'object' ? undefined : { parameter, comparison, value };
  } catch {
    return undefined;
  }
}

function operatorOf(text: string): Comparison | undefined {
  return keysOf(COMPARISONS).find((operator) => operator === text);
}

/** The expression of a comparison. */
export function expressionOf({ parameter, comparison, value }: Condition): string {
  return `params.${parameter} ${comparison} ${JSON.stringify(value)}`;
}

const NUMBERS = new Set(['integer', 'float']);

/** The value that is typed for a parameter of a type: a number or a boolean where the type is, else the text. */
export function valueOfText(text: string, type: string): Json {
  if (NUMBERS.has(type) && text.trim() !== '' && Number.isFinite(Number(text))) return Number(text);
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}
