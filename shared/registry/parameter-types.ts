import { keysOf } from '../values/objects.ts';
import { isJsonObject, type Json, type JsonObject } from '../values/json.ts';
import { parseRfc3339 } from '../values/timestamp.ts';
import { quoteForMessage } from '../values/messages.ts';

/** Result of a type's check: the value to use, flagged when it was coerced from a string, or the problem. */
export type TypeResult = { readonly value: Json; readonly coerced?: true } | { readonly problem: string };

/** Context of a type's check. */
export interface TypeContext {
  /** True when a file with this ID is stored. */
  readonly hasUpload: (id: string) => boolean;
  /** True when the environment's configuration has this entry. */
  readonly hasConfig: (name: string) => boolean;
}

/** A parameter type: its label, its components, and its check. */
export interface ParameterType {
  readonly label: string;
  readonly components: readonly string[];
  /** True when its values are texts; values of other types are parsed from the input. */
  readonly isText: boolean;
  /** True when a valid value depends on something else: an uploaded file, or an entry of the environment's configuration. */
  readonly needsSetup: boolean;
  readonly check: (value: Json, context: TypeContext) => TypeResult;
}

const INTEGER = /^-?(?:0|[1-9]\d*)$/;
const FLOAT = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
/** Matches the field with the type of an SDK object, such as `__acmeType`. */
const TYPE_FIELD = /^__[a-z][a-z0-9]{0,29}Type$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** Every parameter type. To add a type, add an entry. Source: decisions `param-types` and `param-coercion`. */
export const PARAMETER_TYPES = {
  string: {
    label: 'Text',
    components: ['', 'textarea', 'editor-sql'],
    isText: true,
    needsSetup: false,
    check: (value) => (typeof value === 'string' ? { value } : { problem: 'must be a string' }),
  },
  boolean: { label: 'Yes or no', components: [''], isText: false, needsSetup: false, check: checkBoolean },
  integer: { label: 'Whole number', components: [''], isText: false, needsSetup: false, check: checkInteger },
  float: { label: 'Number', components: [''], isText: false, needsSetup: false, check: checkFloat },
  date: { label: 'Date', components: [''], isText: true, needsSetup: false, check: checkDate },
  datetime: { label: 'Date and time', components: [''], isText: true, needsSetup: false, check: checkDatetime },
  upload: { label: 'File', components: [''], isText: true, needsSetup: true, check: checkUpload },
  configvar: { label: 'Config variable', components: [''], isText: true, needsSetup: true, check: checkConfigvar },
  json: { label: 'JSON', components: [''], isText: false, needsSetup: false, check: (value) => ({ value }) },
  object: {
    label: 'Object',
    components: [''],
    isText: false,
    needsSetup: false,
    check: (value) => (isJsonObject(value) ? { value } : { problem: 'must be an object' }),
  },
} as const satisfies Record<string, ParameterType>;

/** The name of a type. */
export type ParameterTypeName = keyof typeof PARAMETER_TYPES;

/** The names of all types, in the registry's order. */
export const PARAMETER_TYPE_NAMES = keysOf(PARAMETER_TYPES);

function checkBoolean(value: Json): TypeResult {
  if (typeof value === 'boolean') return { value };
  if (value === 'true' || value === 'false') return { value: value === 'true', coerced: true };
  return { problem: 'must be true or false' };
}

function checkInteger(value: Json): TypeResult {
  const coerced = typeof value === 'string' && INTEGER.test(value);
  const number = coerced ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isInteger(number)) return { problem: 'must be a whole number' };
  if (!Number.isSafeInteger(number))
    return { problem: `must be between ${-Number.MAX_SAFE_INTEGER} and ${Number.MAX_SAFE_INTEGER}` };
  return coerced ? { value: number, coerced } : { value: number };
}

function checkFloat(value: Json): TypeResult {
  if (typeof value === 'number') return { value };
  if (typeof value !== 'string' || !FLOAT.test(value)) return { problem: 'must be a number' };
  const number = Number(value);
  return Number.isFinite(number) ? { value: number, coerced: true } : { problem: 'is too large a number' };
}

function checkDate(value: Json): TypeResult {
  const problem = 'must be a date, YYYY-MM-DD';
  if (typeof value !== 'string') return { problem };
  const full = DATE.test(value) ? `${value}T00:00:00Z` : value;
  return parseRfc3339(full) === undefined ? { problem } : { value: value.slice(0, 10) };
}

function checkDatetime(value: Json): TypeResult {
  const at = typeof value === 'string' ? parseRfc3339(value) : undefined;
  if (at === undefined)
    return { problem: 'must be a date and time with its offset (RFC 3339), such as 2026-11-20T16:00:00Z' };
  const date = new Date(Math.floor(at / 1000));
  // An offset can move the time out of RFC 3339's four-digit years.
  if (Number.isNaN(date.getTime()) || !/^\d{4}-/.test(date.toISOString()))
    return { problem: 'must lie in the years 0000 to 9999' };
  return { value: date.toISOString().replace('.000Z', 'Z') };
}

function checkUpload(given: Json, context: TypeContext): TypeResult {
  const value = objectOfSdk(given, 'upload')?.['id'] ?? given;
  if (typeof value !== 'string') return { problem: 'must be the ID of an uploaded file' };
  return context.hasUpload(value)
    ? { value }
    : { problem: `no uploaded file has the ID "${quoteForMessage(value)}"; store it through /_emulator/uploads first` };
}

function checkConfigvar(given: Json, context: TypeContext): TypeResult {
  const value = objectOfSdk(given, 'configvar')?.['name'] ?? given;
  if (typeof value !== 'string') return { problem: "must be the name of one of the environment's config entries" };
  return context.hasConfig(value)
    ? { value }
    : { problem: `the environment has no config entry "${quoteForMessage(value)}"` };
}

/** An SDK object with a value of this type, `{ "__acmeType": "upload", … }` (docs/task-runtime.md, "Name the SDK"). */
function objectOfSdk(value: Json, type: 'upload' | 'configvar'): JsonObject | undefined {
  if (!isJsonObject(value)) return undefined;
  return Object.entries(value).some(([key, own]) => own === type && TYPE_FIELD.test(key)) ? value : undefined;
}
