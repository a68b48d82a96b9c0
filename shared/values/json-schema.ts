import { z } from 'zod';
import type * as json from './json.ts';
import { isJsonObject } from './json.ts';
import { jsonProblem } from './json-problem.ts';
import { MAX_LEVELS, STORED_LEVELS } from './limits.ts';

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
