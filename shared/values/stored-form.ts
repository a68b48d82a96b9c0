import { isJsonObject, type Json, type JsonObject } from './json.ts';

/** Content of a small JSON file; or the version of a newer Hangar, whose file must not be changed. */
export type StoredForm = { readonly fields: JsonObject } | { readonly newer: number } | undefined;

/** Tells what a small JSON file has, by its version and the newest known one; `undefined` when it is no object. */
export function storedForm(content: Json, known: number): StoredForm {
  if (!isJsonObject(content)) return undefined;
  const { version } = content;
  return typeof version === 'number' && version > known ? { newer: version } : { fields: content };
}

/** The error message for a file of a newer Hangar. */
export function newerSentence(file: string, found: number, known: number): string {
  return `${file} was written by a newer Hangar (version ${found} of the format; this one knows ${known}) and is left as it is.`;
}
