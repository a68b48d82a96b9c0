import { z } from 'zod';
import type * as json from './json.ts';
import { isJsonObject } from './json.ts';
import { jsonProblem } from './json-problem.ts';
import { MAX_LEVELS, STORED_LEVELS, MAX_CHARACTERS } from './limits.ts';
import { type Micros, parseRfc3339 } from './timestamp.ts';

/** An object in documents of the interface. */
const OBJECT = { override: { type: 'object', additionalProperties: {} } };

/**
 * Any JSON value, returned unchanged, keys such as `__proto__` included. Refuses numbers that JSON cannot represent, such as
 * `1e400`, and deep nesting.
 */
export const Json: z.ZodType<json.Json, json.Json> = jsonSchema<json.Json>();
export type Json = json.Json;

/** A JSON object, returned unchanged. */
export const JsonObject: z.ZodType<json.JsonObject, json.JsonObject> = jsonSchema<json.JsonObject>({
  isObject: true,
}).meta(OBJECT);
export type JsonObject = json.JsonObject;

/** A JSON value that was just parsed, and is not validated again. */
export const ParsedJson: z.ZodType<json.Json, json.Json> = z.custom<json.Json>((value) => value !== undefined);

/** A JSON object that was just parsed, and is not validated again. */
export const ParsedObject: z.ZodType<JsonObject, JsonObject> = z
  .custom<JsonObject>(isJsonObject, { error: ({ input }) => (input === undefined ? undefined : 'must be an object') })
  .meta(OBJECT);

/** JSON of runs, which allows more nesting, since an output may contain that of another run. */
export const StoredJson: z.ZodType<json.Json, json.Json> = jsonSchema<json.Json>({ levels: STORED_LEVELS });
export const StoredJsonObject: z.ZodType<json.JsonObject, json.JsonObject> = jsonSchema<json.JsonObject>({
  isObject: true,
  levels: STORED_LEVELS,
});

interface JsonForm {
  readonly isObject?: boolean;
  /** Levels of nesting. */
  readonly levels?: number;
}

function jsonSchema<T>({ isObject: mustBeObject = false, levels = MAX_LEVELS }: JsonForm = {}): z.ZodType<T, T> {
  const schema = z.unknown().superRefine((value, context) => {
    // Without its own message, a missing value gets the usual one.
    if (value === undefined) context.addIssue({ code: 'custom', input: value });
    else if (mustBeObject && !isJsonObject(value))
      context.addIssue({ code: 'custom', message: 'must be an object', input: value });
    else {
      const problem = jsonProblem(value, levels);
      if (problem !== undefined)
        context.addIssue({ code: 'custom', ...problem, path: [...problem.path], input: value });
    }
  });
  // A value without problems is JSON.
  return schema as z.ZodType<T, T>;
}

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
