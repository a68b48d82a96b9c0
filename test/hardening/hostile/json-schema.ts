import { z } from 'zod';
import type { Json } from '../../../shared/values/json.ts';

/** A part of a JSON Schema. */
export type Schema = { readonly [key: string]: unknown };

/** The JSON Schema of what a schema takes. */
export function jsonSchemaOf(schema: z.ZodType): Schema {
  return z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => void Object.assign(jsonSchema, jsonSchema['override'] ?? {}),
  });
}

/** A part of a JSON Schema, or what it refers to. */
export function resolved(schema: Schema, root: Schema): Schema {
  const { $ref } = schema;
  if (typeof $ref !== 'string') return schema;
  const definitions = (root['$defs'] ?? {}) as Readonly<Record<string, Schema>>;
  return $ref === '#' ? root : resolved(definitions[$ref.replace('#/$defs/', '')] ?? {}, root);
}

/** The schemas of which a value must fit one; undefined for a schema without a choice. */
export function branchesOf(schema: Schema): readonly Schema[] | undefined {
  return (schema['anyOf'] ?? schema['oneOf']) as readonly Schema[] | undefined;
}

/** The schemas of an object's fields. */
export function propertiesOf(schema: Schema): Readonly<Record<string, Schema>> {
  return (schema['properties'] ?? {}) as Readonly<Record<string, Schema>>;
}

/** Texts that the patterns of schemas take, by what they are; each text has the first that fits. */
const TEXTS = [
  ...['a', 'tkn_a', 'a@b', '{{ 1 }}', '2026-11-20', 'apiKey', 'skip1', 'faults.a', 'requireAcmeToken'],
  ...['upl', 'run', 'ses', 'pmt', 'trq', 'dsp'].map((prefix) => `${prefix}20261120z4k2m9x0q7a`),
];

/** Every value of a choice; one value of anything else that is neither object nor list. */
export function scalarsOf(schema: Schema): readonly Json[] {
  if ('const' in schema) return [schema['const'] as Json];
  if (Array.isArray(schema['enum'])) return schema['enum'] as Json[];
  const { type, minimum } = schema;
  if (type === 'integer' || type === 'number') return [typeof minimum === 'number' ? minimum : 1];
  if (type === 'boolean') return [false];
  if (type === 'null') return [null];
  // Any JSON.
  return type === 'string' ? [textOf(schema)] : [{}];
}

function textOf({ pattern, allOf, examples }: Schema): string {
  const [example] = Array.isArray(examples) ? examples : [];
  if (typeof example === 'string') return example;
  const patterns = [pattern, ...((allOf ?? []) as readonly Schema[]).map((part) => part['pattern'])];
  const tests = patterns.filter((each) => typeof each === 'string').map((each) => new RegExp(each));
  return TEXTS.find((text) => tests.every((each) => each.test(text))) ?? 'a';
}
