import type { Json, JsonObject } from '../../../shared/values/json.ts';
import { optionsOf } from '../../../shared/model/parameter-options.ts';
import type { Parameter } from '../../../shared/model/parameter.ts';
import type { ParameterTypeName } from '../../../shared/registry/parameter-types.ts';

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

/** Example values for required parameters without a default. */
export function exampleValues(parameters: readonly Parameter[]): JsonObject {
  const needed = parameters.filter(
    (parameter) => !parameter.constraints.optional && (parameter.default ?? null) === null && parameter.hidden === '',
  );
  return Object.fromEntries(
    needed.map((parameter) => {
      const one = optionsOf(parameter)[0]?.value ?? exampleOf(parameter);
      return [parameter.slug, parameter.multi ? [one] : one];
    }),
  );
}

/** An example value for a parameter. */
export function exampleOf({ type, params }: Parameter): Json {
  return type === 'object' ? { ...exampleValues(params) } : EXAMPLES[type];
}
