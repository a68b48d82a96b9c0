import { z } from 'zod';
import type * as json from './json.ts';

/** Any JSON value. */
export const Json: z.ZodType<json.Json, json.Json> = z.json();
export type Json = json.Json;

/** A JSON object. */
export const JsonObject = z.record(z.string(), Json);
export type JsonObject = json.JsonObject;

/** A JSON object within a text that was just parsed: what it holds is JSON, and is not walked through once more. */
export const ParsedObject: z.ZodType<JsonObject, JsonObject> = z.record(z.string(), z.any());
