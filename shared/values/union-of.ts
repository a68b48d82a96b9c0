import { z } from 'zod';
import { nonEmpty } from './non-empty.ts';

/** The union of all schemas of a table; `field` tells them apart. */
export function unionOf<Field extends string, Schema extends z.core.$ZodTypeDiscriminable>(
  field: Field,
  table: Readonly<Record<string, Schema>>,
): z.ZodDiscriminatedUnion<readonly [Schema, ...Schema[]], Field> {
  return z.discriminatedUnion(field, nonEmpty(Object.values(table)));
}
