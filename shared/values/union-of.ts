import { z } from 'zod';

/** The union of all schemas of a table; `field` tells them apart. */
export function unionOf<Field extends string, Schema extends z.core.$ZodTypeDiscriminable>(
  field: Field,
  table: Readonly<Record<string, Schema>>,
): z.ZodDiscriminatedUnion<readonly [Schema, ...Schema[]], Field> {
  // A table has one schema at least.
  return z.discriminatedUnion(field, Object.values(table) as [Schema, ...Schema[]]);
}
