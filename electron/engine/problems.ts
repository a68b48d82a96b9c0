import type { ApiError } from '../../shared/http/errors.ts';
import { NAMED_PROBLEMS, Problems } from '../../shared/http/problems.ts';
import type { CheckedValues } from '../../shared/model/parameter-values.ts';
import { shown } from '../../shared/model/shown.ts';

/** The 400 that names the fields at fault: `amount: must be a number; order: is required.` (decisions `errors`, `param-rules`). */
export function problemsError(problems: Readonly<Record<string, string>>): ApiError {
  const named = new Problems();
  named.addAll(Object.entries(problems), ([path, problem]) => `${shown(path)}: ${problem}`);
  return named.error();
}

/** Tells what was dropped and what was taken for another type (decisions `unknown-params`, `param-coercion`). */
export function warnOf(
  { unknown, coerced }: Pick<CheckedValues, 'unknown' | 'coerced'>,
  warn: (sentence: string) => void,
): void {
  if (unknown.length > 0) warn(`dropped values without a parameter: ${firstOf(unknown)}`);
  if (coerced.length > 0) warn(`strings were taken as numbers or booleans: ${firstOf(coerced)}`);
}

function firstOf(names: readonly string[]): string {
  const named = names.slice(0, NAMED_PROBLEMS).map((name) => name.slice(0, 100));
  const more = names.length > named.length ? [`and at least ${names.length - named.length} more`] : [];
  return [...named, ...more].join(', ');
}
