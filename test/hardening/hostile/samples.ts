import { z } from 'zod';
import type { Json, JsonObject } from '../../../shared/values/json.ts';
import type { JsonPath } from '../../../shared/values/json-path.ts';

/** A value that a schema describes, and the place in it that it is a sample of. */
export interface Sample {
  readonly value: Json;
  readonly path: JsonPath;
  /** The place is an entry of an object whose names are free. */
  readonly isEntry?: boolean;
}

type Schema = { readonly [key: string]: unknown };

/** Texts that the patterns of schemas take, by what they are; each text has the first that fits. */
const TEXTS = [
  ...['a', 'tkn_a', 'a@b', '{{ 1 }}', '2026-11-20', 'apiKey', 'upl20261120z4k2m9x0q7a'],
  ...[
    'run20261120z4k2m9x0q7a',
    'ses20261120z4k2m9x0q7a',
    'pmt20261120z4k2m9x0q7a',
    'trq20261120z4k2m9x0q7a',
    'dsp20261120z4k2m9x0q7a',
    'skip1',
    'faults.a',
    'requireAcmeToken',
  ],
];
/** A schema may lie within itself this often: an object's parameters are parameters. */
const MOST_WITHIN = 2;

/**
 * Samples of a schema: a smallest value for each place that a value of it can have, whichever branches lead there. Made from
 * the schema alone, so that what is declared has a sample.
 */
export function samplesOf(schema: z.ZodType): Sample[] {
  const json: Schema = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => void Object.assign(jsonSchema, jsonSchema['override'] ?? {}),
  });
  return [...new Sampler((json['$defs'] ?? {}) as Record<string, Schema>, json).samples(json, [])];
}

/** The smallest value of a schema. */
export function smallestOf(schema: z.ZodType): Json {
  return samplesOf(schema)[0]!.value;
}

class Sampler {
  readonly #definitions: Readonly<Record<string, Schema>>;
  readonly #root: Schema;

  constructor(definitions: Readonly<Record<string, Schema>>, root: Schema) {
    this.#definitions = definitions;
    this.#root = root;
  }

  /** @param within the schemas that contain this one */
  *samples(schema: Schema, within: readonly Schema[]): Generator<Sample, void, undefined> {
    const target = this.#resolved(schema);
    if (within.filter((outer) => outer === target).length > MOST_WITHIN) return;
    const inner = [...within, target];
    const branches = branchesOf(target);
    if (branches !== undefined) for (const branch of branches) yield* this.samples(branch, inner);
    else if (target['type'] === 'object') yield* this.#object(target, inner);
    else if (target['type'] === 'array') yield* this.#list(target, inner);
    else for (const value of scalarsOf(target)) yield { value, path: [] };
  }

  *#object(schema: Schema, within: readonly Schema[]): Generator<Sample, void, undefined> {
    const smallest = this.#smallestObject(schema);
    yield { value: smallest, path: [] };
    for (const [name, field] of Object.entries(propertiesOf(schema)))
      for (const { value, path, ...rest } of this.samples(field, within))
        yield { ...rest, value: { ...smallest, [name]: value }, path: [name, ...path] };
    const others = schema['additionalProperties'];
    if (typeof others !== 'object' || others === null) return;
    const name = this.#nameOf(schema);
    for (const { value, path, isEntry = path.length === 0 } of this.samples(others as Schema, within))
      yield { value: { ...smallest, [name]: value }, path: [name, ...path], isEntry };
  }

  *#list(schema: Schema, within: readonly Schema[]): Generator<Sample, void, undefined> {
    yield { value: this.#smallest(schema), path: [] };
    for (const { value, path, ...rest } of this.samples((schema['items'] ?? {}) as Schema, within))
      yield { ...rest, value: [value], path: [0, ...path] };
  }

  #smallest(schema: Schema): Json {
    const target = this.#resolved(schema);
    const [branch] = branchesOf(target) ?? [];
    if (branch !== undefined) return this.#smallest(branch);
    if (target['type'] === 'object') return this.#smallestObject(target);
    if (target['type'] !== 'array') return scalarsOf(target)[0] ?? null;
    return typeof target['minItems'] === 'number' ? [this.#smallest((target['items'] ?? {}) as Schema)] : [];
  }

  #smallestObject(schema: Schema): JsonObject {
    const fields = propertiesOf(schema);
    const required = (schema['required'] ?? []) as readonly string[];
    return Object.fromEntries(required.map((name) => [name, this.#smallest(fields[name] ?? {})]));
  }

  #nameOf({ propertyNames }: Schema): string {
    const name = propertyNames === undefined ? 'a' : this.#smallest(propertyNames as Schema);
    return typeof name === 'string' ? name : 'a';
  }

  #resolved(schema: Schema): Schema {
    const { $ref } = schema;
    if (typeof $ref !== 'string') return schema;
    return $ref === '#' ? this.#root : this.#resolved(this.#definitions[$ref.replace('#/$defs/', '')] ?? {});
  }
}

function branchesOf(schema: Schema): readonly Schema[] | undefined {
  return (schema['anyOf'] ?? schema['oneOf']) as readonly Schema[] | undefined;
}

function propertiesOf(schema: Schema): Readonly<Record<string, Schema>> {
  return (schema['properties'] ?? {}) as Readonly<Record<string, Schema>>;
}

/** Every value of a choice; one value of anything else that is neither object nor list. */
function scalarsOf(schema: Schema): readonly Json[] {
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
