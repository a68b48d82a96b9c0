import type { z } from 'zod';
import type { Json, JsonObject, JsonPath } from '../../../shared/values/json.ts';
import { branchesOf, jsonSchemaOf, propertiesOf, resolved, scalarsOf, type Schema } from './json-schema.ts';

/** A value that a schema describes, and the place in it that it is a sample of. */
export interface Sample {
  readonly value: Json;
  readonly path: JsonPath;
  /** The place is an entry of an object whose names are free. */
  readonly isEntry?: boolean;
}

/** A schema may lie within itself this often: an object's parameters are parameters. */
const MOST_WITHIN = 2;

/**
 * Samples of a schema: a smallest value for each place that a value of it can have, whichever branches lead there. Made from
 * the schema alone, so that what is declared has a sample.
 */
export function samplesOf(schema: z.ZodType): Sample[] {
  const json = jsonSchemaOf(schema);
  return [...new Sampler(json).samples(json, [])];
}

/** The smallest value of a schema. */
export function smallestOf(schema: z.ZodType): Json {
  return samplesOf(schema)[0]!.value;
}

class Sampler {
  readonly #root: Schema;

  constructor(root: Schema) {
    this.#root = root;
  }

  /** @param within the schemas that contain this one */
  *samples(schema: Schema, within: readonly Schema[]): Generator<Sample, void, undefined> {
    const target = resolved(schema, this.#root);
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
    const target = resolved(schema, this.#root);
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
}
