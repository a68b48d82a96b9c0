import { z } from 'zod';
import { PARAMETER_TYPE_NAMES } from '../registry/parameter-types.ts';
import { Json, JsonObject } from '../values/json-schema.ts';
import { Variable } from '../values/identifier.ts';
import { list } from '../values/limited.ts';
import { COUNTS, MAX_CHARACTERS } from '../values/limits.ts';
import { Expression, Name, Text } from '../values/texts.ts';
import { uniqueSlugs } from './unique-slugs.ts';

/** An allowed value as authored: bare, or with a label. */
const AuthoredOption = z.union([z.strictObject({ label: Text, value: Json }), Json]);

/** The rules of a value, as authored. Source: service API, "Parameter"; decision `param-rules`. */
export const ParameterConstraints = z.strictObject({
  optional: z.boolean().default(false),
  options: list(AuthoredOption, COUNTS.options).default([]),
  /** Must match the whole value. */
  regex: z.string().max(MAX_CHARACTERS.regex).default(''),
  /** An expression for an error message; null when the value is valid. */
  validate: Expression.default(''),
  /** Only for type `object`: keeps keys that `params` does not declare. */
  allowUnknownKeys: z.boolean().default(false),
});

const fields = {
  slug: Variable,
  name: Name.optional(),
  desc: Text.default(''),
  type: z.enum(PARAMETER_TYPE_NAMES).default('string'),
  component: Name.default(''),
  default: Json.optional(),
  /** An expression; true hides the parameter, and a hidden one is not required. */
  hidden: Expression.default(''),
  multi: z.boolean().default(false),
  values: JsonObject.default({}),
  constraints: ParameterConstraints.prefault({}),
};

type Fields = z.ZodObject<typeof fields, z.core.$strict>;

/** A parameter as authored in a task, runbook or prompt, with its defaults filled in. */
export interface Parameter extends z.output<Fields> {
  /** The fields of a value of type `object`. */
  params: Parameter[];
}
/** A parameter as authored: fields with a default are optional. */
export interface AuthoredParameter extends z.input<Fields> {
  params?: AuthoredParameter[] | undefined;
}
export const Parameter: z.ZodType<Parameter, AuthoredParameter> = z.strictObject({
  ...fields,
  params: z.lazy(() => list(Parameter, COUNTS.parameters)).default([]),
});

/** Parameters of one form; their slugs differ. */
export const Parameters = list(Parameter, COUNTS.parameters).superRefine(uniqueSlugs('parameter'));
