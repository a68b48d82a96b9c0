import { z } from 'zod';
import type { JsonObject } from '../values/json.ts';

/** Description of a field of a definition: its meaning for Hangar, and the reason why it has no effect, if it has none. */
interface FieldNote {
  /** Its part of a task, for people. */
  readonly becomes: string;
  /** The rest of a sentence that begins with the field. */
  readonly notEmulated?: string;
}

/** The notes of all fields of definition files: the documentation and the lists of what is not emulated are made of them. */
const NOTES = z.registry<FieldNote>();

/** A text, a number, true or false: as texts, since YAML reads `8000` as a number. */
export const Scalar = z.union([z.string(), z.number(), z.boolean()], 'must be a text, a number, true or false');

/** Declares a field, which may be absent, and the note about it. */
export function field<Schema extends z.ZodType>(
  schema: Schema,
  becomes: string,
  notEmulated?: string,
): z.ZodOptional<Schema> {
  const optional = schema.optional();
  NOTES.add(optional, notEmulated === undefined ? { becomes } : { becomes, notEmulated });
  return optional;
}

/** Declares a required field, and the note about it. */
export function required<Schema extends z.ZodType>(schema: Schema, becomes: string): Schema {
  const own = schema.clone();
  NOTES.add(own, { becomes });
  return own;
}

/** A field in the documentation. */
interface DescribedField extends FieldNote {
  readonly name: string;
}

/** The fields of a schema with their notes, in order. */
export function describedFields({ shape }: z.ZodObject): readonly DescribedField[] {
  return Object.entries(shape).flatMap(([name, schema]) => {
    // Shapes of any object have schemas of any version.
    const note = NOTES.get(schema as z.ZodType);
    return note === undefined ? [] : [{ name, ...note }];
  });
}

/** Sentences about the fields of a value that have no effect. @param above what the names begin with, such as `node.` */
export function ineffectiveFields(schema: z.ZodObject, value: JsonObject, above = ''): readonly string[] {
  return describedFields(schema).flatMap(({ name, notEmulated }) =>
    notEmulated === undefined || !Object.hasOwn(value, name) ? [] : [`${above}${name} ${notEmulated}`],
  );
}
