import { isJsonObject, type Json, type JsonObject, ownField, parseJson } from '../../../shared/values/json.ts';
import type { Parameter } from '../../../shared/model/parameter.ts';
import { optionsOf } from '../../../shared/model/parameter-options.ts';
import { messageOf } from '../../../shared/values/messages.ts';
import type { ParameterTypeName } from '../../../shared/registry/parameter-types.ts';
import type { ValuesContext } from '../../../shared/model/parameter-values.ts';
import type { EnvironmentItem } from '../data/hangar.ts';

/**
 * The input of a form, by slug, as JSON that can be kept as a draft. Numbers and JSON are texts; datetimes are local,
 * in the format of `datetime-local`; an empty field is null.
 */
export type InputValues = JsonObject;

/** True for a field whose value is entered as JSON. */
export function isJsonText(parameter: Parameter): boolean {
  return parameter.type === 'json' || (parameter.type === 'object' && parameter.params.length === 0);
}

/** The initial input: the given values, else the defaults. */
export function inputValuesOf(parameters: readonly Parameter[], given: JsonObject): InputValues {
  return Object.fromEntries(
    parameters.map((parameter) => {
      const value = ownField(given, parameter.slug) ?? parameter.default ?? null;
      if (!parameter.multi) return [parameter.slug, inputValueOf(parameter, value)];
      return [parameter.slug, Array.isArray(value) ? value.map((item) => inputValueOf(parameter, item)) : []];
    }),
  );
}

function inputValueOf(parameter: Parameter, value: Json): Json {
  if (optionsOf(parameter).length > 0) return value;
  if (isJsonText(parameter)) return value === null ? '' : JSON.stringify(value, null, 2);
  return INPUT_VALUES[parameter.type](value, parameter);
}

const unchanged = (value: Json): Json => value;
const numberText = (value: Json): Json =>
  value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value);

/** The input for a value, by type. */
const INPUT_VALUES: Readonly<Record<ParameterTypeName, (value: Json, parameter: Parameter) => Json>> = {
  string: unchanged,
  boolean: (value, { constraints }) => (value === null && !constraints.optional ? false : value),
  integer: numberText,
  float: numberText,
  date: unchanged,
  datetime: (value) => (typeof value === 'string' ? toLocalTime(value) : value),
  upload: unchanged,
  configvar: unchanged,
  json: unchanged,
  object: (value, parameter) => {
    const given = isJsonObject(value) ? value : {};
    const others = hasOtherKeys(parameter) ? { [OTHER_KEYS]: othersOf(parameter, given) } : {};
    return { ...inputValuesOf(parameter.params, given), ...others };
  },
};

/** The key under which the input of an object has those that its parameter does not declare, as JSON; no slug is empty. */
export const OTHER_KEYS = '';

/** True for an object of declared fields that takes other keys as well. */
export function hasOtherKeys({ type, params, constraints }: Parameter): boolean {
  return type === 'object' && params.length > 0 && constraints.allowUnknownKeys;
}

function othersOf({ params }: Parameter, given: JsonObject): string {
  const declared = new Set(params.map(({ slug }) => slug));
  const others = Object.entries(given).filter(([key]) => !declared.has(key));
  return others.length === 0 ? '' : JSON.stringify(Object.fromEntries(others));
}

/** The input of an empty field, used for a new item of a list. */
export function emptyItem(parameter: Parameter): Json {
  return inputValueOf(parameter, null);
}

/** The values of an input, and the parse errors by path. */
export function parseInputValues(
  parameters: readonly Parameter[],
  typed: InputValues,
  path = '',
): { values: JsonObject; problems: Record<string, string> } {
  const values: Record<string, Json> = {};
  const problems: Record<string, string> = {};
  const readOne = (parameter: Parameter, value: Json, at: string): Json | undefined => {
    if (value === null || value === '') return undefined;
    if (optionsOf(parameter).length > 0) return value;
    if (isJsonText(parameter)) return readJson(value, at, problems);
    if (parameter.type === 'object' && isJsonObject(value)) {
      const inner = parseInputValues(parameter.params, value, `${at}.`);
      const others = hasOtherKeys(parameter) ? readOthers(value, `${at}.${OTHER_KEYS}`, inner.problems) : {};
      const all = { ...others, ...inner.values };
      Object.assign(problems, inner.problems);
      return isEmptyObject(parameter, all) && Object.keys(inner.problems).length === 0 ? undefined : all;
    }
    return parameter.type === 'datetime' ? fromLocalTime(value) : value;
  };
  for (const parameter of parameters) {
    const value = ownField(typed, parameter.slug) ?? null;
    const at = path + parameter.slug;
    if (!parameter.multi) {
      const read = readOne(parameter, value, at);
      if (read !== undefined) values[parameter.slug] = read;
    } else if (Array.isArray(value) && value.length > 0) {
      values[parameter.slug] = value.map((item, index) => readOne(parameter, item, `${at}[${index}]`) ?? null);
    }
  }
  return { values, problems };
}

/** An optional object without any value is absent. */
function isEmptyObject(parameter: Parameter, inner: JsonObject): boolean {
  return parameter.constraints.optional && Object.values(inner).every((value) => value === false);
}

function readJson(text: Json, at: string, problems: Record<string, string>): Json | undefined {
  if (typeof text !== 'string') return text;
  try {
    return parseJson(text);
  } catch (error) {
    problems[at] = `is not JSON: ${messageOf(error)}`;
    return undefined;
  }
}

/** The keys that the parameter of an object does not declare; none with a problem. */
function readOthers(input: JsonObject, at: string, problems: Record<string, string>): JsonObject {
  const text = ownField(input, OTHER_KEYS) ?? '';
  const read = text === '' ? {} : readJson(text, at, problems);
  if (read === undefined || isJsonObject(read)) return read ?? {};
  problems[at] = 'must be a JSON object';
  return {};
}

/** A timestamp in the format of `datetime-local`; the text itself when it is invalid. */
function toLocalTime(moment: string): string {
  const date = new Date(moment);
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  // A whole number of seconds has no fraction.
  return Number.isNaN(local.getTime()) ? moment : local.toISOString().replace(/(?:\.000)?Z$/, '');
}

function fromLocalTime(local: Json): Json {
  if (typeof local !== 'string') return local;
  const date = new Date(local);
  return Number.isNaN(date.getTime()) ? local : date.toISOString().replace('.000Z', 'Z');
}

/** The context for checking values, with the configuration itself. */
interface KnownEnvironment extends ValuesContext {
  readonly config: EnvironmentItem['config'];
}

/** The context for checking values, as far as the window knows it. */
export function valuesContextOf(environment: EnvironmentItem | undefined): KnownEnvironment {
  const config = environment?.config ?? {};
  const slug = environment?.slug ?? '';
  return {
    config,
    hasConfig: (name) => Object.hasOwn(config, name),
    scope: { env: { slug, name: environment?.name ?? slug, isDefault: environment?.default ?? true }, config },
    clock: { now: Date.now, monotonic: () => performance.now() },
    // Only the server knows its files; it checks again.
    hasUpload: () => true,
  };
}

/** A valid value of each type. */
const EXAMPLES: Readonly<Record<ParameterTypeName, Json>> = {
  string: 'text',
  boolean: true,
  integer: 1,
  float: 1.5,
  date: '2026-01-31',
  datetime: '2026-01-31T12:00:00Z',
  upload: '',
  configvar: '',
  json: {},
  object: {},
};

/** The defaults of parameters, and example values for required ones without. */
export function exampleValues(parameters: readonly Parameter[]): JsonObject {
  return Object.fromEntries(
    parameters.flatMap((parameter): [string, Json][] => {
      const { slug, constraints, hidden, multi, default: preset = null } = parameter;
      if (hidden !== '' || (constraints.optional && preset === null)) return [];
      const one = optionsOf(parameter)[0]?.value ?? exampleOf(parameter);
      return [[slug, preset ?? (multi ? [one] : one)]];
    }),
  );
}

/** An example value for a parameter. */
export function exampleOf({ type, params }: Parameter): Json {
  return type === 'object' ? { ...exampleValues(params) } : EXAMPLES[type];
}
