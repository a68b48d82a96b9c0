import { z } from 'zod';
import { MAX_CHARACTERS } from './limits.ts';
import { type Micros, parseRfc3339 } from './timestamp.ts';

/** A name, a slug in a reference, an e-mail address, or a word. */
export const Name = z.string().max(MAX_CHARACTERS.name);
/** A description, a message, or a text with templates. */
export const Text = z.string().max(MAX_CHARACTERS.text);
export const Expression = z.string().max(MAX_CHARACTERS.expression);

/** The union of all schemas of a table; `field` tells them apart. */
export function unionOf<Field extends string, Schema extends z.core.$ZodTypeDiscriminable>(
  field: Field,
  table: Readonly<Record<string, Schema>>,
): z.ZodDiscriminatedUnion<readonly [Schema, ...Schema[]], Field> {
  return z.discriminatedUnion(field, nonEmpty(Object.values(table)));
}

/** A list with one item at least, as its type says. Throws for an empty one. */
export function nonEmpty<Item>([first, ...rest]: readonly Item[]): [Item, ...Item[]] {
  if (first === undefined) throw new Error('the list is empty');
  return [first, ...rest];
}

/** Reads a time of a request as microseconds since 1970; a transformation of a schema of texts. @param parse RFC 3339 */
export function readTime(text: string, context: z.core.$RefinementCtx, parse = parseRfc3339): Micros {
  const at = parse(text);
  if (at !== undefined) return at;
  context.addIssue({ code: 'custom', message: 'must be an RFC 3339 time, such as 2026-11-20T16:00:00Z' });
  return z.NEVER;
}
