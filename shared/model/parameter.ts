import { z } from 'zod';
import { PARAMETER_TYPE_NAMES } from '../registry/parameter-types.ts';
import { Json, JsonObject, Expression, Name, Text } from '../values/json-schema.ts';
import { Variable } from '../values/identifier.ts';
import { list, uniqueSlugs } from '../values/limited.ts';
import { COUNTS, MAX_CHARACTERS } from '../values/limits.ts';

/** An allowed value as authored: bare, or with a label. */
const AuthoredOption = z.union([
  z.strictObject({
    label: Text.describe('Text that people choose'),
    value: Json.describe('Value that it stands for'),
  }),
  Json,
]);

/** The rules of a value, as authored. Source: service API, "Parameter"; decision `param-rules`. */
export const ParameterConstraints = z.strictObject({
  optional: z.boolean().default(false).describe('May be left out'),
  options: list(AuthoredOption, COUNTS.options)
    .default([])
    .describe('The only values, bare or as `{ "label", "value" }`'),
  regex: z.string().max(MAX_CHARACTERS.regex).default('').describe('Pattern that the whole value matches'),
  validate: Expression.default('').describe('Expression for an error message; null when the value is valid'),
  allowUnknownKeys: z.boolean().default(false).describe('Of type `object`: keeps keys that `params` does not declare'),
});

const fields = {
  slug: Variable.describe('Name of the value in requests and expressions'),
  name: Name.optional().describe('Name above the field; the slug when absent'),
  desc: Text.default('').describe('Description below the field'),
  type: z.enum(PARAMETER_TYPE_NAMES).default('string').describe('Type of the value'),
  component: Name.default('').describe('Field of the form, such as `textarea`'),
  default: Json.optional().describe('Value when none is given'),
  hidden: Expression.default('').describe('Expression; true hides the parameter, and a hidden one is not required'),
  multi: z.boolean().default(false).describe('Takes a list of values'),
  values: JsonObject.default({}).describe('Further settings of the type'),
  constraints: ParameterConstraints.prefault({}).describe('Rules of the value'),
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
  params: z
    .lazy(() => list(Parameter, COUNTS.parameters))
    .default([])
    .describe('Of type `object`: the parameters within'),
});

/** Parameters of one form; their slugs differ. */
export const Parameters = list(Parameter, COUNTS.parameters).superRefine(uniqueSlugs('parameter'));
