import { z } from 'zod';

/** Any JSON value. */
export const Json: z.ZodType<Json, Json> = z.json();
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** A JSON object. */
export const JsonObject = z.record(z.string(), Json);
export type JsonObject = { readonly [key: string]: Json };

/** True for a JSON object: neither null nor an array. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Deep equality of two JSON values; the order of an object's keys does not matter. */
export function jsonEqual(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b)) {
    return Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((item, i) => jsonEqual(item, b[i]));
  }
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && jsonEqual(a[key], b[key]))
  );
}

/** The text of a JSON value with keys in alphabetical order, so that equal values have equal texts. */
export function canonicalJson(value: Json): string {
  return JSON.stringify(value, (_, item: Json) =>
    isJsonObject(item) ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1))) : item,
  );
}
