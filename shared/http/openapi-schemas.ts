import { z } from 'zod';
import { objectOf } from '../values/json.ts';
import type { OpenApiObject } from './openapi.ts';

/** JSON Schemas of the document. Named schemas are written once and referred to. */
export class Schemas {
  readonly #named: Record<string, unknown> = {};
  /** Names given to schemas without one, by their text: equal ones are written once. */
  readonly #given = new Map<string, string>();

  of(schema: z.ZodType, io: 'input' | 'output'): OpenApiObject {
    // Wrapped in another one, so that a schema that refers to itself as a whole refers to a name too.
    const within = z.toJSONSchema(z.object({ it: schema }), {
      io,
      unrepresentable: 'any',
      reused: 'inline',
      override: applyOverride,
    });
    const { $defs = {}, properties = {} } = within;
    const names = new Map(Object.keys($defs).map((name) => [`#/$defs/${name}`, this.#nameOf(name, $defs, io)]));
    for (const [name, definition] of Object.entries($defs)) {
      this.#named[names.get(`#/$defs/${name}`) ?? name] = referring(definition, names);
    }
    return objectOf(referring(properties['it'], names));
  }

  #nameOf(name: string, definitions: OpenApiObject, io: 'input' | 'output'): string {
    const suffix = io === 'input' ? 'Input' : '';
    if (!name.startsWith('__')) return name + suffix;
    // Compares the whole set, referenced schemas included.
    const content = JSON.stringify([name, definitions]);
    const given = this.#given.get(content) ?? `Part${this.#given.size + 1}${suffix}`;
    this.#given.set(content, given);
    return given;
  }

  all(): OpenApiObject {
    return this.#named;
  }
}

/** A copy with references to `$defs` turned into references to the document's components. */
function referring(value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map((item) => referring(item, names));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      if (key === '$ref' && typeof item === 'string') return [key, `#/components/schemas/${names.get(item) ?? item}`];
      return [key, referring(item, names)];
    }),
  );
}

/** Applies `meta({ override })`, the documented input of a schema with a transformation. */
export function applyOverride({ jsonSchema }: { jsonSchema: OpenApiObject }): void {
  const { override } = jsonSchema;
  if (typeof override !== 'object' || override === null) return;
  const { description } = jsonSchema;
  for (const key of Object.keys(jsonSchema)) Reflect.deleteProperty(jsonSchema, key);
  Object.assign(jsonSchema, description === undefined ? {} : { description }, override);
}
