import { Budget } from '../expression/budget.ts';
import type { ExpressionClock } from '../expression/evaluate.ts';
import { matchesWhole } from '../expression/regex.ts';
import { PARAMETER_TYPES, type ParameterType, type TypeWorld } from '../registry/parameter-types.ts';
import { isJsonObject, ownField, type Json, type JsonObject } from '../values/json.ts';
import type { Parameter } from './parameter.ts';
import { isOption, optionsOf, valueText } from './parameter-options.ts';
import { messageOf } from '../values/message-of.ts';

/** Problem of a missing value. */
export const REQUIRED = 'is required';

/** Context of a check: that of the types, the names that expressions can use, and their clocks. */
export interface ValuesWorld extends TypeWorld {
  /** What `hidden` and `validate` see beside `params`, such as `env`. */
  readonly scope: Readonly<Record<string, unknown>>;
  readonly clock: ExpressionClock;
}

/** Result of a check: the values to use, and problems and warnings by the parameter's path (`order.items[0]`). */
export interface CheckedValues {
  readonly values: JsonObject;
  /** Broken rules; empty when the values may be used. */
  readonly problems: Readonly<Record<string, string>>;
  /** Paths whose problem is a value of the wrong type (decision `param-types`). */
  readonly mistyped: ReadonlySet<string>;
  /** Slugs that no parameter declares; their values are left out (decision `unknown-params`). */
  readonly unknown: readonly string[];
  /** Paths whose value was a string that stood for a number or a boolean (decision `param-coercion`). */
  readonly coerced: readonly string[];
}

/** Fills defaults, checks every rule of every parameter, and reports all that are broken (decision `param-rules`). */
export function checkValues(parameters: readonly Parameter[], given: JsonObject, world: ValuesWorld): CheckedValues {
  const report = new Report();
  const budget = Budget.forForm(world.clock);
  const values = checkFields(parameters, given, { world, budget, report, path: '', form: undefined });
  const { problems, mistyped, unknown, coerced } = report;
  return { values, problems, mistyped, unknown, coerced };
}

/** The values given, with the default of each parameter that has one and was left out or null. */
export function withDefaults(parameters: readonly Parameter[], given: JsonObject): JsonObject {
  const values: Record<string, Json> = { ...given };
  for (const { slug, default: preset } of parameters) {
    if ((ownField(values, slug) ?? null) === null && preset !== undefined) values[slug] = preset;
  }
  return values;
}

/** True when the parameter's `hidden` expression gives true for the form's values. An error in it shows the parameter. */
export function isHidden(
  parameter: Parameter,
  form: JsonObject,
  world: Pick<ValuesWorld, 'scope' | 'clock'>,
  budget = Budget.forForm(world.clock),
): boolean {
  if (parameter.hidden === '') return false;
  try {
    return budget.evaluate(parameter.hidden, { ...world.scope, params: form }) === true;
  } catch {
    return false;
  }
}

/** More problems than these are not looked for. */
const MOST_PROBLEMS = 51;

class Report {
  readonly problems: Record<string, string> = {};
  readonly mistyped = new Set<string>();
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
    this.mistyped.add(path);
  }

  /** Counts the items of a list; false when all lists together have too many. */
  takes(items: number): boolean {
    this.#items += items;
    return this.#items <= MOST_ITEMS;
  }
}

/** Items of all values that are lists, together. */
const MOST_ITEMS = 100_000;

interface Place {
  readonly world: ValuesWorld;
  /** Shared by all that is evaluated for one form: a request of many heavy rules must not hold the server. */
  readonly budget: Budget;
  readonly report: Report;
  /** Prefix of the fields' paths: `''` at the top, `order.` within. */
  readonly path: string;
  /** The whole form's values, once known; expressions see these. */
  readonly form: JsonObject | undefined;
}

function checkFields(parameters: readonly Parameter[], given: JsonObject, place: Place): JsonObject {
  const filled = withDefaults(parameters, given);
  const declared = new Set(parameters.map(({ slug }) => slug));
  for (const slug in given)
    if (Object.hasOwn(given, slug) && !declared.has(slug)) place.report.unknown.push(place.path + slug);
  const form = place.form ?? coercedForm(parameters, filled, place.world);
  const values: Record<string, Json> = {};
  for (const parameter of parameters) {
    const value = checkField(parameter, ownField(filled, parameter.slug) ?? null, {
      ...place,
      form,
      path: place.path + parameter.slug,
    });
    if (value !== undefined) values[parameter.slug] = value;
  }
  return values;
}

/** The form as expressions see it: each value as its type takes it, so that `params.amount > 10` holds for `"50"`. */
export function coercedForm(parameters: readonly Parameter[], filled: JsonObject, world: ValuesWorld): JsonObject {
  const form: Record<string, Json> = {};
  for (const { slug, type, multi } of parameters) {
    const value = ownField(filled, slug) ?? null;
    const result = value === null || multi ? { value } : PARAMETER_TYPES[type].check(value, world);
    form[slug] = 'value' in result ? result.value : value;
  }
  return form;
}

/** Checks one value; gives what to use, or `undefined` for none. */
function checkField(parameter: Parameter, value: Json, place: Place & { form: JsonObject }): Json | undefined {
  if (value === null) {
    const required = !parameter.constraints.optional && !isHidden(parameter, place.form, place.world, place.budget);
    if (required) place.report.add(place.path, REQUIRED);
    return undefined;
  }
  if (!parameter.multi) return finish(parameter, checkOne(parameter, value, place), place);
  if (!Array.isArray(value)) {
    place.report.addMistyped(place.path, 'must be a list');
    return undefined;
  }
  if (!place.report.takes(value.length)) {
    place.report.add(place.path, `the lists of all parameters have more than ${MOST_ITEMS} items together`);
    return undefined;
  }
  const items: (Json | undefined)[] = [];
  for (const [index, item] of value.entries()) {
    if (place.report.isFull) return undefined;
    items.push(checkOne(parameter, item, { ...place, path: `${place.path}[${index}]` }));
  }
  return finish(
    parameter,
    items.filter((item) => item !== undefined),
    place,
  );
}

function checkOne(parameter: Parameter, value: Json, place: Place): Json | undefined {
  const { world, report, path } = place;
  const type: ParameterType = PARAMETER_TYPES[parameter.type];
  const result = type.check(value, world);
  if ('problem' in result) {
    report.addMistyped(path, result.problem);
    return undefined;
  }
  if (result.coerced === true) report.coerced.push(path);
  const problem = ruleProblem(parameter, result.value, place.budget);
  if (problem !== null) report.add(path, problem);
  if (parameter.type !== 'object' || !isJsonObject(result.value)) return result.value;
  return checkObject(parameter, result.value, place);
}

function checkObject(parameter: Parameter, value: JsonObject, place: Place): Json {
  if (parameter.params.length === 0) return { ...value };
  const unknownKept = parameter.constraints.allowUnknownKeys;
  const declared = new Set(parameter.params.map(({ slug }) => slug));
  const extra = Object.fromEntries(Object.entries(value).filter(([key]) => !declared.has(key)));
  const known = unknownKept ? Object.fromEntries(Object.entries(value).filter(([key]) => declared.has(key))) : value;
  const checked = checkFields(parameter.params, known, { ...place, path: `${place.path}.` });
  return unknownKept ? { ...checked, ...extra } : { ...checked };
}

/** Maximum number of allowed values that a message lists. */
const NAMED_OPTIONS = 100;

function ruleProblem(parameter: Parameter, value: Json, { run }: Budget): string | null {
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
    return matchesWhole(regex, text, (operations) => run.spend(operations)) ? null : `must match ${regex}`;
  } catch (error) {
    return `cannot be checked against ${regex}: ${messageOf(error)}`;
  }
}

/** Runs `validate` on a value that its type takes. */
function finish(parameter: Parameter, value: Json | undefined, place: Place & { form: JsonObject }): Json | undefined {
  const { validate } = parameter.constraints;
  if (value === undefined || validate === '' || Object.hasOwn(place.report.problems, place.path)) return value;
  try {
    const answer = place.budget.evaluate(validate, { ...place.world.scope, params: place.form });
    if (typeof answer === 'string' && answer !== '') place.report.add(place.path, answer);
  } catch (error) {
    place.report.add(place.path, messageOf(error));
  }
  return value;
}
