import { z } from 'zod';
import type { DecisionName } from '../registry/decisions.ts';

/** Decisions by the schema of a field. */
const decisions = z.registry<{ readonly decision: DecisionName }>();

/** Declares the decision that a field's schema implements: an invalid value breaks it. */
export function ruledBy<Schema extends z.ZodType>(decision: DecisionName, schema: Schema): Schema {
  decisions.add(schema, { decision });
  return schema;
}

/** The decision of a field in the schema of a query or body; `undefined` when none is declared. */
export function decisionOfField(schema: z.ZodType, field: PropertyKey | undefined): DecisionName | undefined {
  const own = Object.entries(shapeOf(schema)).find(([name]) => name === field)?.[1];
  return own === undefined ? undefined : decisions.get(own)?.decision;
}

/** Schemas of an object's fields, before its transformation; none for other schemas. */
export function shapeOf(schema: z.ZodType): Readonly<Record<string, z.ZodType>> {
  const whole = schema instanceof z.ZodPipe ? schema.in : schema;
  return whole instanceof z.ZodObject ? whole.shape : {};
}
