import { Budget } from '../expression/budget.ts';
import type { ExpressionClock } from '../expression/evaluate.ts';
import { matchesWhole } from '../expression/whole-match.ts';
import { NAMED_PROBLEMS } from '../http/problems.ts';
import { PARAMETER_TYPES, type ParameterType, type TypeContext } from '../registry/parameter-types.ts';
import { isJsonObject, ownField, type Json, type JsonObject } from '../values/json.ts';
import type { Parameter } from './parameter.ts';
import { isOption, optionsOf, valueText } from './parameter-options.ts';
import { messageOf } from '../values/messages.ts';
import { memoizeByObject } from '../values/objects.ts';

/** Problem of a missing value. */
export const REQUIRED = 'is required';

/** Context of a check: that of the types, the scope of expressions, and their clocks. */
export interface ValuesContext extends TypeContext {
  /** Names that `hidden` and `validate` see beside `params`, such as `env`. */
  readonly scope: Readonly<Record<string, unknown>>;
  readonly clock: ExpressionClock;
}

/** Result of a check: the values to use, and problems and warnings by the parameter's path (`order.items[0]`). */
export interface CheckedValues {
  readonly values: JsonObject;
  /** Broken rules; empty when the values may be used. */
  readonly problems: Readonly<Record<string, string>>;
  /** Paths whose problem is a value of the wrong type (decision `param-types`). */
  readonly mistyped: readonly string[];
  /** Paths whose problem is that they need a value. */
  readonly missing: readonly string[];
  /** Slugs that no parameter declares; their values are left out (decision `unknown-params`). */
  readonly unknown: readonly string[];
  /** Paths whose value was a string that stood for a number or a boolean (decision `param-coercion`). */
  readonly coerced: readonly string[];
}

/** Fills defaults, checks every rule of every parameter, and reports all that are broken (decision `param-rules`). */
export function checkValues(
  parameters: readonly Parameter[],
  given: JsonObject,
  context: ValuesContext,
): CheckedValues {
  const report = new Report();
  const budget = Budget.forForm(context.clock);
  const values = checkFields(parameters, given, { context, budget, report, path: '', form: undefined });
  const { problems, mistyped, missing, unknown, coerced } = report;
  return { values, problems, mistyped, missing, unknown, coerced };
}

/** The values given, with the default of each parameter that has one and was left out or null. */
export function withDefaults(parameters: readonly Parameter[], given: JsonObject): JsonObject {
  const values: Record<string, Json> = { ...given };
  for (const { slug, default: preset } of parameters) {
    if ((ownField(values, slug) ?? null) === null && preset !== undefined) values[slug] = preset;
  }
  return values;
}

/** True when the parameter's `hidden` expression is true for the form's values. A parameter whose expression fails is shown. */
export function isHidden(
  parameter: Parameter,
  form: JsonObject,
  context: Pick<ValuesContext, 'scope' | 'clock'>,
  budget = Budget.forForm(context.clock),
): boolean {
  if (parameter.hidden === '') return false;
  try {
    return budget.evaluate(parameter.hidden, { ...context.scope, params: form }) === true;
  } catch {
    return false;
  }
}

/** Number of problems at which checking stops: one more than a message names. */
const MOST_PROBLEMS = NAMED_PROBLEMS + 1;

class Report {
  readonly problems: Record<string, string> = {};
  readonly mistyped: string[] = [];
  readonly missing: string[] = [];
  readonly unknown: string[] = [];
  readonly coerced: string[] = [];
  #problems = 0;
  #items = 0;

  /** True when the maximum number of problems is reached and checking stops. */
  get isFull(): boolean {
    return this.#problems >= MOST_PROBLEMS;
  }

  add(path: string, problem: string): void {
    this.#problems += 1;
    this.problems[path] = problem;
  }

  addMistyped(path: string, problem: string): void {
    this.add(path, problem);
    this.mistyped.push(path);
  }

  addMissing(path: string): void {
    this.add(path, REQUIRED);
    this.missing.push(path);
  }

  /** Counts the items of a list; false when all lists together have too many. */
  takes(items: number): boolean {
    this.#items += items;
    return this.#items <= MOST_ITEMS;
  }
}

/** Items of all values that are lists, together. */
const MOST_ITEMS = 100_000;

interface FieldCheck {
  readonly context: ValuesContext;
  /** Budget of all expressions of one form, so that a request with many slow rules does not block the server. */
  readonly budget: Budget;
  readonly report: Report;
  /** Prefix of the fields' paths: `''` at the top, `order.` within. */
  readonly path: string;
  /** Values of the whole form for expressions, once known. */
  readonly form: JsonObject | undefined;
}

function checkFields(parameters: readonly Parameter[], given: JsonObject, check: FieldCheck): JsonObject {
  const { context, budget, report } = check;
  const filled = withDefaults(parameters, given);
  const declared = slugsOf(parameters);
  for (const slug in given)
    if (Object.hasOwn(given, slug) && !declared.has(slug)) report.unknown.push(check.path + slug);
  const form = check.form ?? coercedForm(parameters, filled, context);
  const values: Record<string, Json> = {};
  for (const parameter of parameters) {
    const value = checkField(parameter, ownField(filled, parameter.slug) ?? null, {
      context,
      budget,
      report,
      form,
      path: check.path + parameter.slug,
    });
    if (value !== undefined) values[parameter.slug] = value;
  }
  return values;
}

const slugsOf = memoizeByObject((parameters: readonly Parameter[]) => new Set(parameters.map(({ slug }) => slug)));

/** The form's values for expressions, coerced by type so that `params.amount > 10` holds for `"50"`. */
export function coercedForm(parameters: readonly Parameter[], filled: JsonObject, context: ValuesContext): JsonObject {
  const form: Record<string, Json> = {};
  for (const { slug, type, multi } of parameters) {
    const value = ownField(filled, slug) ?? null;
    const result = value === null || multi ? { value } : PARAMETER_TYPES[type].check(value, context);
    form[slug] = 'value' in result ? result.value : value;
  }
  return form;
}

/** Checks one value; returns the value to use, `undefined` for none. */
function checkField(parameter: Parameter, value: Json, check: FieldCheck & { form: JsonObject }): Json | undefined {
  if (value === null) {
    const required = !parameter.constraints.optional && !isHidden(parameter, check.form, check.context, check.budget);
    if (required) check.report.addMissing(check.path);
    return undefined;
  }
  if (!parameter.multi) return finish(parameter, checkOne(parameter, value, check), check);
  if (!Array.isArray(value)) {
    check.report.addMistyped(check.path, 'must be a list');
    return undefined;
  }
  if (!check.report.takes(value.length)) {
    check.report.add(check.path, `the lists of all parameters have more than ${MOST_ITEMS} items together`);
    return undefined;
  }
  const items: (Json | undefined)[] = [];
  for (const [index, item] of value.entries()) {
    if (check.report.isFull) return undefined;
    items.push(checkOne(parameter, item, { ...check, path: `${check.path}[${index}]` }));
  }
  return finish(
    parameter,
    items.filter((item) => item !== undefined),
    check,
  );
}

function checkOne(parameter: Parameter, value: Json, check: FieldCheck): Json | undefined {
  const { context, report, path } = check;
  const type: ParameterType = PARAMETER_TYPES[parameter.type];
  const result = type.check(value, context);
  if ('problem' in result) {
    report.addMistyped(path, result.problem);
    return undefined;
  }
  if (result.coerced === true) report.coerced.push(path);
  const problem = ruleProblem(parameter, result.value, check.budget);
  if (problem !== null) report.add(path, problem);
  if (parameter.type !== 'object' || !isJsonObject(result.value)) return result.value;
  return checkObject(parameter, result.value, check);
}

function checkObject(parameter: Parameter, value: JsonObject, check: FieldCheck): Json {
  if (parameter.params.length === 0) return { ...value };
  const unknownKept = parameter.constraints.allowUnknownKeys;
  const declared = slugsOf(parameter.params);
  const extra = Object.fromEntries(Object.entries(value).filter(([key]) => !declared.has(key)));
  const known = unknownKept ? Object.fromEntries(Object.entries(value).filter(([key]) => declared.has(key))) : value;
  const checked = checkFields(parameter.params, known, { ...check, path: `${check.path}.` });
  return unknownKept ? { ...checked, ...extra } : { ...checked };
}

/** Maximum number of allowed values that a message lists. */
const NAMED_OPTIONS = 100;

function ruleProblem(parameter: Parameter, value: Json, { meter }: Budget): string | null {
  if (!isOption(parameter, value)) {
    return `must be one of: ${optionsOf(parameter)
      .slice(0, NAMED_OPTIONS)
      .map(({ value: allowed }) => valueText(allowed))
      .join(', ')}`;
  }
  const { regex } = parameter.constraints;
  if (regex === '') return null;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  try {
    return matchesWhole(regex, text, (operations) => meter.spend(operations)) ? null : `must match ${regex}`;
  } catch (error) {
    return `cannot be checked against ${regex}: ${messageOf(error)}`;
  }
}

/** Runs `validate` on a value of the right type. */
function finish(
  parameter: Parameter,
  value: Json | undefined,
  check: FieldCheck & { form: JsonObject },
): Json | undefined {
  const { validate } = parameter.constraints;
  if (value === undefined || validate === '' || Object.hasOwn(check.report.problems, check.path)) return value;
  try {
    const answer = check.budget.evaluate(validate, { ...check.context.scope, params: check.form });
    if (typeof answer === 'string' && answer !== '') check.report.add(check.path, answer);
  } catch (error) {
    check.report.add(check.path, messageOf(error));
  }
  return value;
}
