import { z } from 'zod';
import { Json, JsonObject } from '../values/json-schema.ts';
import type { Parameter } from './parameter.ts';
import { optionsOf, labelOf } from './parameter-options.ts';

/** A time in answers. Source: service API, "Resources and their fields"; decision `timestamps`. */
export const TimestampText = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}\.\d{6}\+00$/)
  .meta({ id: 'Timestamp', description: 'YYYY-MM-DD HH:MM:SS.ffffff+00' });

/** A time in answers, or null before it has come (decision `empty-value`). */
export const TimestampOrNull = TimestampText.nullable();

const Constraints = z.object({
  optional: z.boolean(),
  options: z
    .union([z.array(z.object({ label: z.string(), value: Json })), z.strictObject({})])
    .describe('{} when there are none, else the list'),
  regex: z.string(),
  validate: z.string(),
});

const fields = {
  slug: z.string(),
  name: z.string(),
  desc: z.string(),
  type: z.string(),
  component: z.string(),
  default: Json,
  hidden: z.string(),
  multi: z.boolean(),
  values: JsonObject,
};

type Fields = z.ZodObject<typeof fields>;

/** A parameter in answers about runs and sessions (service API, "Parameter"). */
export interface ParameterView extends z.output<Fields> {
  constraints: z.output<typeof Constraints>;
  params: ParameterView[];
}
export const ParameterView: z.ZodType<ParameterView, ParameterView> = z
  .object({ ...fields, constraints: Constraints, params: z.lazy(() => z.array(ParameterView)) })
  .meta({ id: 'Parameter' });

const PromptConstraints = Constraints.extend({ allowUnknownKeys: z.boolean() });

/** A parameter in answers about prompts, with nested ones in `parameters` (service API, "Parameter"). */
export interface PromptParameterView extends z.output<Fields> {
  constraints: z.output<typeof PromptConstraints>;
  parameters: PromptParameterView[];
}
export const PromptParameterView: z.ZodType<PromptParameterView, PromptParameterView> = z
  .object({ ...fields, constraints: PromptConstraints, parameters: z.lazy(() => z.array(PromptParameterView)) })
  .meta({ id: 'PromptParameter' });

function sharedFields(parameter: Parameter): z.output<Fields> {
  const { slug, desc, type, component, hidden, multi, values } = parameter;
  return {
    slug,
    name: labelOf(parameter),
    desc,
    type,
    component,
    default: parameter.default ?? null,
    hidden,
    multi,
    values,
  };
}

function sharedConstraints(parameter: Parameter): z.output<typeof Constraints> {
  const { optional, regex, validate } = parameter.constraints;
  const options = optionsOf(parameter);
  return { optional, options: options.length === 0 ? {} : [...options], regex, validate };
}

/** Converts a parameter for answers about runs and sessions. */
export function parameterView(parameter: Parameter): ParameterView {
  return {
    ...sharedFields(parameter),
    constraints: sharedConstraints(parameter),
    params: parameter.params.map(parameterView),
  };
}

/** Converts a parameter for answers about prompts. */
export function promptParameterView(parameter: Parameter): PromptParameterView {
  const { allowUnknownKeys } = parameter.constraints;
  return {
    ...sharedFields(parameter),
    constraints: { ...sharedConstraints(parameter), allowUnknownKeys },
    parameters: parameter.params.map(promptParameterView),
  };
}
