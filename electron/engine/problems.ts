import { ApiError } from '../../shared/http/errors.ts';
import type { CheckedValues } from '../../shared/model/parameter-values.ts';

/** The 400 that names every field at fault: `amount: must be a number; order: is required.` (decisions `errors`, `param-rules`). */
export function problemsError(problems: Readonly<Record<string, string>>): ApiError {
  const sentences = Object.entries(problems).map(([path, problem]) => `${path}: ${problem}`);
  return new ApiError('invalid_request', `${sentences.join('; ')}.`);
}

/** Tells what was dropped and what was taken for another type (decisions `unknown-params`, `param-coercion`). */
export function warnOf(checked: CheckedValues, warn: (sentence: string) => void): void {
  if (checked.unknown.length > 0) warn(`dropped values without a parameter: ${checked.unknown.join(', ')}`);
  if (checked.coerced.length > 0) warn(`strings were taken as numbers or booleans: ${checked.coerced.join(', ')}`);
}
