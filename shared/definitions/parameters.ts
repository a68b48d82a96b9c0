import { z } from 'zod';
import type { AuthoredParameter } from '../model/parameter.ts';
import { Json, nonEmpty, Name, Text } from '../values/json-schema.ts';
import { isJsonObject, type JsonObject } from '../values/json.ts';
import { keysOf } from '../values/objects.ts';
import { list } from '../values/limited.ts';
import { COUNTS, MAX_CHARACTERS } from '../values/limits.ts';
import { Variable } from '../values/identifier.ts';
import { field, required } from './field.ts';

/** The types of parameters in definition files, as parameters of a task. */
export const DEFINITION_TYPES = {
  shorttext: { type: 'string' },
  longtext: { type: 'string', component: 'textarea' },
  sql: { type: 'string', component: 'editor-sql' },
  boolean: { type: 'boolean' },
  upload: { type: 'upload' },
  integer: { type: 'integer' },
  float: { type: 'float' },
  date: { type: 'date' },
  datetime: { type: 'datetime' },
  configvar: { type: 'configvar' },
  json: { type: 'json' },
} as const satisfies Record<string, Pick<AuthoredParameter, 'type' | 'component'>>;

const Options = list(
  z.union(
    [
      z.strictObject({ label: Text, value: Json }),
      z.strictObject({ label: Text, config: Name }),
      z.strictObject({ config: Name }),
      z.union([z.string(), z.number(), z.boolean(), z.null()]),
    ],
    'must be a value, {label, value} or {label, config}',
  ),
  COUNTS.options,
);

/** A parameter of a definition. */
export const DefinitionParameter = z.strictObject({
  slug: required(Variable, '`slug`'),
  name: field(Name, '`name`; the slug when absent'),
  description: field(Text, '`desc`'),
  type: required(
    z.enum(nonEmpty(keysOf(DEFINITION_TYPES))),
    '`type`, with its `component`: `longtext` is a `textarea`, `sql` an `editor-sql`',
  ),
  required: field(z.boolean(), '`false`: `constraints.optional`'),
  default: field(Json, '`default`; `{ config }` is the name of a config variable'),
  regex: field(z.string().max(MAX_CHARACTERS.regex), '`constraints.regex`'),
  options: field(Options, '`constraints.options`: values, `{ label, value }`, or `{ label, config }`'),
  multi: field(z.boolean(), '`multi`'),
});
type DefinitionParameter = z.output<typeof DefinitionParameter>;

/** The parameter of a task that a definition's parameter becomes. */
export function taskParameter(parameter: DefinitionParameter): AuthoredParameter {
  const { slug, name, description, type, regex, options, multi } = parameter;
  return {
    slug,
    ...DEFINITION_TYPES[type],
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { desc: description }),
    ...(parameter.default === undefined ? {} : { default: plainValue(type, parameter.default) }),
    ...(multi === undefined ? {} : { multi }),
    constraints: {
      ...(parameter.required === false ? { optional: true } : {}),
      ...(regex === undefined ? {} : { regex }),
      ...(options === undefined ? {} : { options: options.map((option) => plainOption(type, option)) }),
    },
  };
}

function plainOption(type: DefinitionParameter['type'], option: Json): Json {
  if (!isJsonObject(option)) return option;
  const value = option['config'] ?? plainValue(type, option['value'] ?? null);
  return { label: option['label'] ?? value, value };
}

/** A value of a parameter: a config variable is given by its name. */
function plainValue(type: DefinitionParameter['type'], value: Json): Json {
  return type === 'configvar' && isJsonObject(value) ? (value['config'] ?? value['name'] ?? { ...value }) : value;
}

/** The parameters of a definition inside code, which are given by slug: each is a type, or an object. */
export function listedParameters(bySlug: JsonObject): Json[] {
  return Object.entries(bySlug).map(([slug, given]): Json =>
    isJsonObject(given) ? { ...given, slug: given['slug'] ?? slug } : { slug, type: given },
  );
}
