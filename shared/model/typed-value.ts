import { PARAMETER_TYPES, type ParameterType, type TypeContext } from '../registry/parameter-types.ts';
import {
  isJsonObject,
  ownField,
  setField,
  type Json,
  type JsonObject,
  type JsonPath,
  listOf,
  objectOf,
  textOf,
} from '../values/json.ts';
import { memoizeByObject } from '../values/objects.ts';

/** A context in which every file and every entry of the configuration exists, for values that are written before there are any. */
export const ANY_SETUP: TypeContext = { hasUpload: () => true, hasConfig: () => true };

/** Called with the place of a value that is not of its type. */
export type ReportMistyped = (path: JsonPath, problem: string) => void;

/** The type of a parameter, those of the fields of its objects among it. */
interface Typed {
  readonly slug: string;
  /** `undefined` for one that does not exist. */
  readonly type: ParameterType | undefined;
  readonly isMulti: boolean;
  readonly preset: Json | undefined;
  readonly keepsUnknown: boolean;
  readonly fields: readonly Typed[];
}

/** Reads the type of a parameter, which may be an incomplete draft. */
const typeOf = memoizeByObject((parameter: object): Typed => {
  const { slug, type = 'string', multi, default: preset, constraints, params } = objectOf(parameter);
  const types: Readonly<Record<string, ParameterType>> = PARAMETER_TYPES;
  return {
    slug: textOf(slug),
    type: Object.hasOwn(types, textOf(type)) ? types[textOf(type)] : undefined,
    isMulti: multi === true,
    preset,
    keepsUnknown: objectOf(constraints)['allowUnknownKeys'] === true,
    fields: type === 'object' ? listOf(params).filter(isJsonObject).map(typeOf) : [],
  };
});

/**
 * The form in which a run has a value of a parameter: normalised by its type, fields of objects too (decisions `param-types` and
 * `param-coercion`). What is not of the type stays as it is, and is reported.
 */
export function typedValue(parameter: object, value: Json, report: ReportMistyped = ignore): Json {
  return wholeValue(typeOf(parameter), value, { at: [], report });
}

/** Does the same for an option, which is one item of the value of a `multi` parameter. */
export function typedOption(parameter: object, option: Json, report: ReportMistyped = ignore): Json {
  return oneValue(typeOf(parameter), option, { at: [], report });
}

const ignore = (): void => undefined;

interface Place {
  readonly at: JsonPath;
  readonly report: ReportMistyped;
}

function wholeValue(typed: Typed, value: Json, { at, report }: Place): Json {
  if (!typed.isMulti || value === null) return oneValue(typed, value, { at, report });
  if (Array.isArray(value)) return value.map((item, index) => oneValue(typed, item, { at: [...at, index], report }));
  report(at, 'must be a list');
  return value;
}

/** `null` stands for no value. */
function oneValue(typed: Typed, value: Json, { at, report }: Place): Json {
  if (typed.type === undefined || value === null) return value;
  const result = typed.type.check(value, ANY_SETUP);
  if ('problem' in result) {
    report(at, result.problem);
    return value;
  }
  if (typed.fields.length === 0 || !isJsonObject(result.value)) return result.value;
  return objectValue(typed, result.value, { at, report });
}

function objectValue({ fields, keepsUnknown }: Typed, value: JsonObject, { at, report }: Place): Json {
  const declared = new Set(fields.map(({ slug }) => slug));
  const kept = keepsUnknown ? Object.entries(value).filter(([name]) => !declared.has(name)) : [];
  const typed: { [name: string]: Json } = Object.fromEntries(kept);
  for (const field of fields) {
    const given = ownField(value, field.slug) ?? field.preset ?? null;
    if (given !== null) setField(typed, field.slug, wholeValue(field, given, { at: [...at, field.slug], report }));
  }
  return typed;
}
