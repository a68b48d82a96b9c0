import type { ApiError, Problem } from '../../../../shared/http/errors.ts';
import { NAMED_PROBLEMS, Problems } from '../../../../shared/http/problems.ts';
import type { DecisionName } from '../../../../shared/registry/decisions.ts';
import { type JsonObject, type JsonPath, pathText } from '../../../../shared/values/json.ts';
import type { CheckedValues } from '../../../../shared/model/parameter-values.ts';
import type { Oddity } from '../../../../shared/model/resource-config.ts';
import { quoteForMessage } from '../../../../shared/values/messages.ts';
import { unknownRolesIn } from '../../../../shared/registry/permission-roles.ts';

/** An invalid field, and the decision that it breaks. */
export interface FieldProblem extends Problem {
  readonly decision: DecisionName;
}

/** The problem of a field of the body. */
export function bodyProblem(path: JsonPath, text: string, decision: DecisionName = 'errors'): FieldProblem {
  return { name: quoteForMessage(pathText(path)), text, at: ['body', ...path], decision };
}

/** Throws 400 for invalid fields, such as `amount: must be a number; order: is required.` (decisions `errors`, `param-rules`) */
export function assertNoProblems(problems: readonly FieldProblem[]): void {
  if (problems.length > 0) throw wrongFields(problems);
}

/** The 400 for invalid fields. */
export function wrongFields(problems: readonly FieldProblem[]): ApiError {
  const named = new Problems();
  addFieldProblems(named, problems);
  return named.error();
}

/** Adds a clause for each invalid field. */
export function addFieldProblems(named: Problems, problems: readonly FieldProblem[]): void {
  named.addAll(
    problems,
    (problem) => problem,
    ({ decision }) => decision,
  );
}

/** The field of a body that has the values of parameters; `undefined` for values that are in none. */
export type ValuesField = 'paramValues' | 'values' | undefined;

/** The problems of checked values. */
export function problemsOf(
  { problems, mistyped, missing }: Pick<CheckedValues, 'problems' | 'mistyped' | 'missing'>,
  field: ValuesField,
): readonly FieldProblem[] {
  return Object.entries(problems).map(([path, text]) => ({
    name: quoteForMessage(path),
    text,
    // No slug has a dot or a bracket: a path with one is inside a value.
    at: field === undefined || /[.[]/.test(path) ? undefined : ['body', field, path],
    lacks: missing.includes(path) ? 'value' : undefined,
    decision: mistyped.includes(path) ? 'param-types' : 'param-rules',
  }));
}

/** Returns checked values and warns of ignored ones. Throws 400 for problems. */
export function validValues(checked: CheckedValues, field: ValuesField, warn: (sentence: string) => void): JsonObject {
  assertNoProblems(problemsOf(checked, field));
  warnOfIgnoredValues(checked, warn);
  return checked.values;
}

/** Warns of dropped values and of strings converted to other types (decisions `unknown-params`, `param-coercion`). */
export function warnOfIgnoredValues(
  { unknown, coerced }: Pick<CheckedValues, 'unknown' | 'coerced'>,
  warn: (sentence: string) => void,
): void {
  if (unknown.length > 0) warn(`dropped values without a parameter: ${firstOf(unknown)}`);
  if (coerced.length > 0) warn(`strings were taken as numbers or booleans: ${firstOf(coerced)}`);
}

/** Warns of roles in permissions that clients with a fixed list of roles reject (decision `roles`). */
export function warnOfUnknownRoles(definition: object, warn: (sentence: string) => void): void {
  const unknown = [...new Set(unknownRolesIn(definition).map(({ roleID }) => roleID))];
  if (unknown.length > 0) warn(`no client knows the roleID of these permissions: ${firstOf(unknown)}`);
}

/** Warns of what is taken as it is and has no effect, such as a permission that names nobody (decision `unknown-fields`). */
export function warnOfOddities(oddities: readonly Oddity[], warn: (sentence: string) => void): void {
  for (const { path, message } of oddities.slice(0, NAMED_ODDITIES))
    warn(`${quoteForMessage(pathText(path))}: ${message}`);
  const more = oddities.length - NAMED_ODDITIES;
  if (more > 0) warn(`and ${more} more such fields`);
}

/** Number of oddities that the warnings of a request name. */
const NAMED_ODDITIES = 20;

function firstOf(names: readonly string[]): string {
  const named = names.slice(0, NAMED_PROBLEMS).map((name) => quoteForMessage(name));
  const more = names.length > named.length ? [`and at least ${names.length - named.length} more`] : [];
  return [...named, ...more].join(', ');
}
